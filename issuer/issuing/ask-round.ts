import type { Submission } from "../../shared/db/issuing/submissions.js";
import { questionsLeft } from "../../shared/domain/look-pace.js";
import type { OpenSequence } from "./held-sequence.js";

/** A sequence whose authority is asked about one number, a limited number of times. */
export interface AskRound extends OpenSequence {
  /** How many questions were asked in this round. */
  asked(): number;
  /** No question may be asked now: the pace was used up. */
  isExhausted: boolean;
}

const enough = { outcome: "unknown", cause: "asked often enough for now" } as const;

/** Opens a round of as many questions as the pace leaves for the number. Beyond these, nothing is asked and nothing decided. */
export function openRound(sequence: OpenSequence, { looks, nowMs }: Submission): AskRound {
  const limit = questionsLeft(looks, nowMs);
  const { authority } = sequence;
  let asked = 0;
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
      consult: async (...args) => (mayAsk() ? authority.consult(...args) : enough),
      lastNumber: async (...args) =>
        mayAsk() ? authority.lastNumber(...args) : { ...enough, permanent: false, reasons: [] },
    },
    asked: () => asked,
    isExhausted: limit === 0,
  };
}
