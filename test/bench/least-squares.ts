/** The slope of the line that fits the points best (least squares). */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [meanX, meanY] = [mean(([x]) => x), mean(([, y]) => y)];
  const across = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return across / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
