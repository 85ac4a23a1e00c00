/** Answer that waits for a client on one connection. */
export interface PendingOutput {
  whose: string;
  bytes: number;
  /** Since when the client took nothing of it. */
  stalledForMs: number;
}

/**
 * Picks connections to end, so that no more than `most` bytes wait: each time of the client for whom the most waits, and there the
 * connection of which nothing was taken for the longest. Whoever comes with little is never among them.
 */
export function whoGivesWay<T extends PendingOutput>(all: T[], most: number): T[] {
  let sum = 0;
  const bytesOf = new Map<string, number>();
  for (const { whose, bytes } of all) {
    sum += bytes;
    bytesOf.set(whose, (bytesOf.get(whose) ?? 0) + bytes);
  }
  if (sum <= most) return [];
  const left = all.toSorted((a, b) => b.stalledForMs - a.stalledForMs);
  const ended: T[] = [];
  while (sum > most) {
    let [largest, its] = ["", -1];
    for (const [whose, bytes] of bytesOf) if (bytes > its) [largest, its] = [whose, bytes];
    const at = left.findIndex(({ whose }) => whose === largest);
    const [next] = left.splice(at, 1);
    if (!next) break;
    sum -= next.bytes;
    bytesOf.set(largest, its - next.bytes);
    ended.push(next);
  }
  return ended;
}
