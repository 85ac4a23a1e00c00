/** How many answers there were, by status; "none" for a connection that ended without one. */
export type Answers = Record<string, number>;

export function addUp(answers: Answers[]): Answers {
  const sum: Answers = {};
  for (const [status, times] of answers.flatMap((one) => Object.entries(one))) sum[status] = (sum[status] ?? 0) + times;
  return sum;
}

/** "12 x 429, 3 x 504"; empty without answers. */
export const tell = (answers: Answers) =>
  Object.entries(answers)
    .map(([status, times]) => `${times} x ${status}`)
    .join(", ");
