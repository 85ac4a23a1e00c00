/** The number of rows of each name. */
export function countBy<T>(rows: T[], nameOf: (row: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + 1);
  return counts;
}

/** The lines of a report: one for each name. */
export const drawCounts = (counts: Map<string, number>): string[] =>
  [...counts]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, count]) => `    ${String(count).padStart(6)}  ${name}`);
