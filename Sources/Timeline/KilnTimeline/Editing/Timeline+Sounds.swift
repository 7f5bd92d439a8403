extension Timeline {
  /// The timeline with other sounds.
  package func withSounds(_ clips: [AudioClip]) -> Timeline {
    Timeline(
      canvas: canvas, frameRate: frameRate, frameCount: frameCount, images: images, shapeLists: shapeLists,
      clips: self.clips, filterChains: filterChains, sprites: sprites, audioClips: clips, markers: markers,
      sourceTimes: sourceTimes)
  }
}
