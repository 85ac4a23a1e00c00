import type { Submission } from "../../shared/db/issuing/submissions.js";
import { earliestAuthorityTime } from "../../shared/domain/evidence.js";
import { lookupsLeft } from "../../shared/domain/look-pace.js";
import { withTraceparent } from "../../shared/tracing/tracing.js";
import type { SequenceSession } from "./fenced-sequence.js";

/** An open sequence with a limit on the questions about one number. */
export interface LookupBudget extends SequenceSession {
  /** How many questions were asked in this round. */
  asked(): number;
  /** No question may be asked now: the pace leaves none. */
  isExhausted: boolean;
  /** With what the authority's answers of this round leave of the time before its first request. */
  withAuthorityTime(submission: Submission): Submission;
}

const enough = { outcome: "unknown", cause: "asked often enough for now" } as const;

/** Opens a round with as many questions as the pace leaves for the number. Further questions answer "unknown" or "notSent". */
export function openLookupBudget(sequence: SequenceSession, { looks, nowMs, trace }: Submission): LookupBudget {
  const limit = lookupsLeft(looks, nowMs);
  const { authority } = sequence;
  let asked = 0;
  let authorityTimeMs: number | null = null;
  const mayAsk = () => {
    if (asked >= limit) return false;
    asked += 1;
    return true;
  };
  return {
    ...sequence,
    authority: {
      ...authority,
      requestCae: async (submissions, mayStart) =>
        mayAsk()
          ? authority.requestCae(submissions, mayStart)
          : submissions.map(() => ({ outcome: "notSent", cause: enough.cause })),
      consult: async (...args) => (mayAsk() ? withTraceparent(trace, () => authority.consult(...args)) : enough),
      async lastNumber(...args) {
        if (!mayAsk()) return { ...enough, permanent: false, reasons: [] };
        const last = await withTraceparent(trace, () => authority.lastNumber(...args));
        if (last.outcome === "known")
          authorityTimeMs = earliestAuthorityTime(authorityTimeMs ?? last.authorityTimeMs, last.authorityTimeMs);
        return last;
      },
    },
    asked: () => asked,
    isExhausted: limit === 0,
    withAuthorityTime: (submission) => ({
      ...submission,
      authorityTimeMs: earliestAuthorityTime(submission.authorityTimeMs, authorityTimeMs),
      measuredAtMs: earliestAuthorityTime(submission.measuredAtMs, authorityTimeMs),
    }),
  };
}
