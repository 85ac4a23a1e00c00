/**
 * One round of questions to the authority about a number. `at` is its end, in milliseconds since 1970 by the database's clock.
 * While a round runs, `at` is its beginning and `questions` is 0.
 */
export interface Look {
  at: number;
  questions: number;
}

/**
 * For a closed sequence we ask at most 12 questions in any minute, for any number of callers: these 11, and the request that raised
 * the doubt. Source: issuer/README.md, section 3; test/chaos/README.md, "Fault matrix", row 82.
 */
const maxQuestions = 11;
const minuteMs = 60_000;

/** The pause after the first round, the second, the third, and every later one. */
const waitsMs = [3_000, 7_000, 20_000, 30_000];

/**
 * Whether a number whose request was refused is asked for again. It is, once in each round, for as many rounds as fit into the quiet
 * period, because what refused it may heal. Then no more requests go out, so that the period can pass: each request begins it anew. The
 * requests are counted, and no clock is read.
 * Source: issuer/README.md, section 3, REFUSED.
 * @param sends how many requests went out since the first refusal
 */
export const mayAskAgain = (sends: number, refusalQuietMs: number): boolean =>
  sends < refusalQuietMs / (waitsMs.at(-1) ?? 0);

/** How many rounds are stored: more than fit into a minute. */
export const maxStoredLookups = 15;

/**
 * How many questions we may ask about a number now. 0 while it is too early for the next round.
 * @param looks the latest rounds, oldest first. Rounds before a clock was set back are ignored
 */
export function lookupsLeft(looks: readonly Look[] | null, nowMs: number): number {
  const all = looks ?? [];
  const setBack = all.findLastIndex(({ at }, index) => at < (all[index - 1]?.at ?? 0));
  const past = all.slice(Math.max(0, setBack)).filter(({ at }) => at <= nowMs);
  const latest = past.at(-1);
  // A round that never ended is repeated soon: its process died, or another issuer took the sequence.
  const rounds = latest?.questions === 0 ? 1 : Math.min(past.length, waitsMs.length);
  if (latest && nowMs - latest.at < (waitsMs[rounds - 1] ?? 0)) return 0;
  const asked = past.reduce((sum, { at, questions }) => sum + (nowMs - at < minuteMs ? Math.max(1, questions) : 0), 0);
  return Math.max(0, maxQuestions - asked);
}
