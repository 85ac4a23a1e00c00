import { expect, test } from "vitest";
import type { OverCall } from "../../../../issuer/contingency/deps.js";
import { watchCalls } from "../../../../issuer/contingency/watch-calls.js";
import type { AuthorityAccess, AuthoritySession } from "../../../../issuer/issuing/deps.js";
import type { CaeOutcome, ConsultOutcome, Heard, LastNumberOutcome } from "../../../../shared/domain/cae-outcome.js";
import { notAsked } from "../../../../shared/domain/issuance-outcome.js";
import { submission } from "../submission.js";

const key = { companyId: 1, production: false, posNumber: 1, voucherType: 6 };

/** What a listener is told of the calls of one access. */
async function told(open: AuthorityAccess["open"], call?: (session: AuthoritySession) => Promise<unknown>) {
  const calls: OverCall[] = [];
  let nowMs = 100;
  const access = watchCalls(
    { open },
    (_key, over) => calls.push(over),
    () => nowMs++,
  );
  const opened = await access.open(key);
  if (opened.outcome === "open") await call?.(opened.session);
  return calls.map(({ kind, heard, issues }) => `${kind}: ${heard}${issues ? ", issues" : ""}`);
}

const inSession = (answers: Partial<AuthoritySession>, call: (session: AuthoritySession) => Promise<unknown>) =>
  told(async () => ({ outcome: "open", session: answers as AuthoritySession }), call);

const request = (outcomes: CaeOutcome[], mayStart = true) =>
  inSession(
    {
      requestCae: async (_submissions, starts) => (starts() ? outcomes : [{ outcome: "notSent", cause: "too late" }]),
    },
    (session) => session.requestCae([submission], () => mayStart),
  );

const reasons = [{ code: 10016, msg: "" }];

test.each<[string, CaeOutcome, string]>([
  ["no answer", { outcome: "unknown", cause: "timeout" }, "nothing"],
  ["no connection", { outcome: "notSent", cause: "ECONNREFUSED", heard: "nothing" }, "nothing"],
  ["a failure of the authority", { outcome: "unknown", cause: "(501)", heard: "failure" }, "failure"],
  ["a contradictory answer", { outcome: "unknown", cause: "other numbers", heard: "answer" }, "answer"],
  ["a rejection", { outcome: "rejected", reasons }, "answer, issues"],
  ["a refusal", { outcome: "refused", reasons }, "answer, issues"],
  ["a number out of order", { outcome: "stale", reasons, heardAtMs: null }, "answer, issues"],
  ["a refused ticket", { outcome: "ticket", reasons }, "answer"],
])("a request for a CAE with %s", async (_name, outcome, note) => {
  expect(await request([outcome])).toEqual([`request: ${note}`]);
});

test("a request that asked nobody says nothing of the authority", async () => {
  expect(await request([{ outcome: "rejected", reasons }], false)).toEqual([]);
  expect(await request([{ outcome: "notSent", cause: "it cannot be written", heard: "notAsked" }])).toEqual([]);
});

test.each<[string, ConsultOutcome, string]>([
  ["nothing is found", { outcome: "absent" }, "answer"],
  ["no answer", { outcome: "unknown", cause: "timeout" }, "nothing"],
  ["a refused ticket that cannot be replaced", { outcome: "unknown", cause: "(600)", heard: "answer" }, "answer"],
  ["a failure of the authority", { outcome: "unknown", cause: "(502)", heard: "failure" }, "failure"],
])("a look-up: %s", async (_name, outcome, note) => {
  expect(await inSession({ consult: async () => outcome }, (session) => session.consult(1))).toEqual([
    `question: ${note}`,
  ]);
});

const unknown: LastNumberOutcome = { outcome: "unknown", cause: "x", permanent: false, reasons: [] };
test.each<[string, LastNumberOutcome, string]>([
  ["it is told", { outcome: "known", number: 1, heardAtMs: null }, "answer"],
  ["an unlisted code", { ...unknown, heard: "answer" }, "answer"],
  ["no answer", unknown, "nothing"],
])("a last number: %s", async (_name, outcome, note) => {
  expect(await inSession({ lastNumber: async () => outcome }, (session) => session.lastNumber())).toEqual([
    `question: ${note}`,
  ]);
});

test.each<[Heard, string[]]>([
  ["nothing", ["login: nothing"]],
  ["failure", ["login: failure"]],
  ["answer", ["login: answer"]],
  ["notAsked", []],
])("a login without a ticket, heard: %s", async (heard, notes) => {
  const reason = notAsked({ kind: "down", services: ["wsfe"], detail: "login" });
  expect(await told(async () => ({ outcome: "unavailable", reason, heard }))).toEqual(notes);
});
