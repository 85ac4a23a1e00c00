import type { AuthoritySession } from "./deps.js";

/** A session that counts its questions about one number, and asks no more of them than it may. */
export interface AskRound {
  session: AuthoritySession;
  asked(): number;
}

const enough = { outcome: "unknown", cause: "asked often enough for now" } as const;

/** @param most beyond so many questions nothing is asked, which decides nothing */
export function openRound(session: AuthoritySession, most: number): AskRound {
  let asked = 0;
  const mayAsk = () => {
    if (asked >= most) return false;
    asked += 1;
    return true;
  };
  return {
    session: {
      ...session,
      requestCae: async (submissions, mayStart) =>
        mayAsk()
          ? session.requestCae(submissions, mayStart)
          : submissions.map(() => ({ outcome: "notSent", cause: enough.cause })),
      consult: async (...args) => (mayAsk() ? session.consult(...args) : enough),
      lastNumber: async (...args) =>
        mayAsk() ? session.lastNumber(...args) : { ...enough, permanent: false, reasons: [] },
    },
    asked: () => asked,
  };
}
