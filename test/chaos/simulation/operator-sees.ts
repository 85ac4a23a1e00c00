import type { AuthorityAccess } from "../../../issuer/issuing/deps.js";

/** The authority of a mutation: of all numbers only this one is looked at, and the others count as free. */
export const seeingOnly = (authority: AuthorityAccess, number: number): AuthorityAccess => ({
  async open(key) {
    const opened = await authority.open(key);
    if (opened.outcome !== "open") return opened;
    const { session } = opened;
    return {
      outcome: "open",
      session: {
        ...session,
        consult: async (asked, issuanceId) =>
          asked === number ? session.consult(asked, issuanceId) : { outcome: "absent" },
        lastNumber: async () => ({ outcome: "known", number: 0, authorityTimeMs: null }),
      },
    };
  },
});
