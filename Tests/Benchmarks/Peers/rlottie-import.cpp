// What ImportBenchmark measures, done by rlottie: loads each file and evaluates all its frames without drawing.
//
//   rlottie-import LOOPS FILE.json…
//
// Prints a line a file as ImportBenchmark does. Needs librlottie-dev; any C++17 compiler, -lrlottie.

#include <rlottie_capi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/resource.h>
#include <vector>

static double milliseconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

static std::string summary(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  char text[64];
  std::snprintf(text, sizeof text, "%.3f %.3f", times[0], times[times.size() / 2]);
  return text;
}

static long peakMegabytes() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss >> 10;
}

int main(int count, char **arguments) {
  if (count < 3) return std::fprintf(stderr, "usage: rlottie-import LOOPS FILE.json…\n"), 64;
  const int loops = std::max(1, std::atoi(arguments[1]));
  for (int index = 2; index < count; index++) {
    const std::string path = arguments[index];
    const auto slash = path.rfind('/') + 1;
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::vector<double> reading, baking, total;
    size_t frames = 0;
    for (int loop = 0; loop < loops; loop++) {
      // rlottie parses in place and keeps what it has parsed, by key: each loop needs a copy and a key of its own.
      const std::string copy = text, key = path + std::to_string(loop);
      const double start = milliseconds();
      Lottie_Animation *animation =
          lottie_animation_from_data(copy.c_str(), key.c_str(), path.substr(0, slash).c_str());
      const double middle = milliseconds();
      if (!animation) break;
      size_t width, height;
      lottie_animation_get_size(animation, &width, &height);
      frames = lottie_animation_get_totalframe(animation);
      const double frameStart = milliseconds();
      for (size_t frame = 0; frame < frames; frame++) lottie_animation_render_tree(animation, frame, width, height);
      const double end = milliseconds();
      reading.push_back(middle - start);
      baking.push_back(end - frameStart);
      total.push_back(reading.back() + baking.back());
      lottie_animation_destroy(animation);
    }
    const char *name = path.c_str() + slash;
    if (total.empty()) {
      std::printf("%s failed\n", name);
      continue;
    }
    std::printf("%s frames %zu read %s bake %s total %s peak %ld\n", name, frames, summary(reading).c_str(),
                summary(baking).c_str(), summary(total).c_str(), peakMegabytes());
    std::fflush(stdout);
  }
}
