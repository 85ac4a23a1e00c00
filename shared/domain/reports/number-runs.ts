/**
 * Which numbers were seen, as runs without a gap, each by both of its ends. Numbers may come in any order. In rising order the
 * runs are one more than the gaps, however many numbers there are.
 */
export interface NumberRuns {
  lastByFirst: Map<number, number>;
  firstByLast: Map<number, number>;
}

export const createNumberRuns = (): NumberRuns => ({ lastByFirst: new Map(), firstByLast: new Map() });

/** @param number one that was not added before */
export function addNumber({ lastByFirst, firstByLast }: NumberRuns, number: number): void {
  const first = firstByLast.get(number - 1) ?? number;
  const last = lastByFirst.get(number + 1) ?? number;
  firstByLast.delete(number - 1);
  lastByFirst.delete(number + 1);
  lastByFirst.set(first, last);
  firstByLast.set(last, first);
}

/** The most missing numbers that are listed of one sequence. A longer list helps nobody, and the answer stays small. */
export const maxMissing = 1000;

export interface Numbering {
  from: number;
  to: number;
  /** Between `from` and `to`, the first 1000 of them. */
  missing: number[];
  /** All of them. */
  missingCount: number;
}

/** @param runs with one number at least */
export function toNumbering({ lastByFirst }: NumberRuns): Numbering {
  const runs = [...lastByFirst].sort(([one], [other]) => one - other);
  const [from, firstEnd] = runs[0] ?? [0, 0];
  const missing: number[] = [];
  let missingCount = 0;
  let to = firstEnd;
  for (const [first, last] of runs.slice(1)) {
    missingCount += first - to - 1;
    for (let number = to + 1; number < first && missing.length < maxMissing; number++) missing.push(number);
    to = last;
  }
  return { from, to, missing, missingCount };
}
