import { describe, expect, test } from "vitest";
import type { IssuanceStore, IssuerDeps } from "../../../issuer/issuing/deps.js";
import { drainSequence } from "../../../issuer/issuing/drain-queue.js";
import { createOwnershipCache } from "../../../issuer/issuing/ownership-cache.js";
import type { Submission } from "../../../shared/db/issuing/submissions.js";
import type { AuthorityProblem } from "../../../shared/domain/authority-problem.js";
import type { ConsultOutcome } from "../../../shared/domain/cae-outcome.js";
import { type NoVoucher, notAsked } from "../../../shared/domain/issuance-outcome.js";
import { createLog } from "../../../shared/logging/log.js";
import { absent, found, noConsult, otherSale, taken } from "./scripted-authority.js";
import { free, later, resolveOne } from "./scripted-sends.js";
import { submission } from "./submission.js";

const lasting: AuthorityProblem = { kind: "certificate", services: ["wsfe"], detail: "cms.cert.untrusted" };
const passing: AuthorityProblem = { kind: "down", services: ["wsfe"], detail: "HTTP 503" };

/** A drain of a sequence with these open numbers, which the authority does not let in for this reason. */
async function drainShut(reason: NoVoucher, open: Submission[] = [submission]) {
  const marked: (AuthorityProblem | null | undefined)[] = [];
  const closed: NoVoucher[] = [];
  const store: Partial<IssuanceStore> = {
    hasOpen: async () => true,
    hasQueued: async () => false,
    acquireSequence: async () => taken,
    listSubmissions: async () => open,
    markUnconfirmed: async (_taken, _submission, _doubt, shutOut) => {
      marked.push(shutOut);
      return true;
    },
    settleQueued: async (_taken, _state, outcome) => {
      closed.push(outcome);
      return [];
    },
  };
  const deps = {
    store,
    authority: { open: async () => ({ outcome: "unavailable", reason, heard: "answer" }) },
    lock: { tryAcquire: async () => ({ isHeld: () => true, release: async () => undefined }) },
    retained: createOwnershipCache(() => 0),
    log: createLog("test", "silent"),
    announce: () => undefined,
    onCommit: () => undefined,
  } as unknown as IssuerDeps;
  const result = await drainSequence(deps, taken.key);
  return { result, marked, closed };
}

describe("a drain that is not let in", () => {
  test("tells the open number what a person must mend, and those behind it the same", async () => {
    const { result, marked, closed } = await drainShut(notAsked(lasting));
    expect(result).toBe("closed");
    expect(marked).toEqual([lasting]);
    expect(closed).toEqual([notAsked(lasting)]);
  });

  test("writes it down once", async () => {
    const known: Submission = { ...submission, doubt: "unconfirmed", problem: lasting };
    const { marked, closed } = await drainShut(notAsked(lasting), [known]);
    expect(marked).toEqual([]);
    expect(closed).toEqual([notAsked(lasting)]);
  });

  test("keeps what is known while the authority is only away, and turns the others away as before where nothing is", async () => {
    const known: Submission = { ...submission, doubt: "unconfirmed", problem: lasting };
    expect((await drainShut(notAsked(passing), [known])).closed).toEqual([notAsked(lasting)]);
    const { marked, closed } = await drainShut(notAsked(passing));
    expect(marked).toEqual([undefined]);
    expect(closed).toEqual([{ code: "VOUCHER_LOCK_TIMEOUT" }]);
  });

  test("of a company whose certificate was removed says so of the open number; elements behind it wait on", async () => {
    const { marked, closed } = await drainShut({ code: "VALIDATION_ERROR", obstacle: { why: "noCertificate" } });
    expect(marked).toMatchObject([{ kind: "noCertificate" }]);
    expect(closed).toEqual([{ code: "VOUCHER_LOCK_TIMEOUT" }]);
  });

  test("without an open number gives the reason to all", async () => {
    expect((await drainShut(notAsked(passing), [])).closed).toEqual([notAsked(passing)]);
  });
});

describe("a look at a number", () => {
  const shut: ConsultOutcome = { ...noConsult, outcome: "unknown", cause: "(600) token", problem: lasting };
  const look = async (consult: ConsultOutcome, over: Partial<Submission> = {}) =>
    (await resolveOne({ over: { ...later, ...over }, ...free, consults: { 42: consult }, situation: { kind: "own" } }))
      .step;

  test("tells what keeps the company out", async () => {
    expect(await look(shut)).toEqual({ unresolved: lasting });
    expect(await look({ ...shut, problem: passing })).toBe("unresolved");
  });

  test("says it on while nobody answers, and no more once the authority does", async () => {
    expect(await look(noConsult, { problem: lasting })).toEqual({ unresolved: lasting });
    expect(await look(absent, { problem: lasting })).toBe("unresolved");
    expect(await look(found(otherSale), { problem: lasting }), "a person decides").toBe("unresolved");
  });
});
