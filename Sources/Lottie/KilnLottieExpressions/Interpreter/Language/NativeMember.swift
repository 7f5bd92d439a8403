/// The members of values, objects of the document and `Math` that are known without an engine.
enum NativeMember: String {
  case PI, _name, abs, acos, active, anchorPoint, asin, atan, atan2, c, ceil, color, content, cos,
    displayStartTime, effect, end, exp, floor, frameDuration, fromComp, fromWorld, hasParent, height, i,
    inPoint, inTangents, index, innerRadius, innerRoundness, isClosed, layer, length, log, loopIn, loopOut, max,
    min, numKeys, numLayers, o, offset, opacity, outPoint, outTangents, outerRadius, outerRoundness, parent,
    path, pixelAspect, pointOnPath, points, position, pow, propertyGroup, propertyIndex, push, radius, rotation,
    round, roundness, scale, shape, sin, size, skew, skewAxis, split, sqrt, start, startTime, strokeWidth, tan,
    time, toComp, toWorld, transform, v, value, valueAtTime, velocityAtTime, width, xPosition, xRotation,
    yPosition, yRotation, zPosition
}
