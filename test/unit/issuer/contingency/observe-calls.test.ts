import { expect, test } from "vitest";
import { isAnswered, observeCalls } from "../../../../issuer/contingency/observe-calls.js";
import type { FinishedCall } from "../../../../issuer/issuing/contingency-deps.js";
import type { AuthorityAccess, AuthoritySession } from "../../../../issuer/issuing/deps.js";
import type { AuthorityProblem } from "../../../../shared/domain/authority-problem.js";
import type {
  AnswerKind,
  CaeOutcome,
  ConsultOutcome,
  LastNumberOutcome,
} from "../../../../shared/domain/cae-outcome.js";
import { notAsked } from "../../../../shared/domain/issuance-outcome.js";
import { submission } from "../submission.js";

const key = { companyId: 1, production: false, posNumber: 1, voucherType: 6 };

/** What a listener is told of the calls of one access. */
async function toldAll(open: AuthorityAccess["open"], call?: (session: AuthoritySession) => Promise<unknown>) {
  const calls: FinishedCall[] = [];
  let nowMs = 100;
  const access = observeCalls(
    { open },
    (_key, over) => calls.push(over),
    () => nowMs++,
  );
  const opened = await access.open(key);
  if (opened.outcome === "open") await call?.(opened.session);
  return calls.map(({ kind, heard, issues, access: said }) => {
    const lets = said === null || said === "served" ? said : `refused: ${said.refusal}`;
    return { call: `${kind}: ${heard}${issues ? ", issues" : ""}`, access: lets };
  });
}

const told = async (...about: Parameters<typeof toldAll>) => (await toldAll(...about)).map(({ call }) => call);

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
  ["a number out of order", { outcome: "stale", reasons, authorityTimeMs: null }, "answer, issues"],
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
  ["it is told", { outcome: "known", number: 1, authorityTimeMs: null }, "answer"],
  ["an unlisted code", { ...unknown, heard: "answer" }, "answer"],
  ["no answer", unknown, "nothing"],
])("a last number: %s", async (_name, outcome, note) => {
  expect(await inSession({ lastNumber: async () => outcome }, (session) => session.lastNumber())).toEqual([
    `question: ${note}`,
  ]);
});

test.each<[AnswerKind, string[]]>([
  ["nothing", ["login: nothing"]],
  ["failure", ["login: failure"]],
  ["answer", ["login: answer"]],
  ["notAsked", []],
])("a login without a ticket, heard: %s", async (heard, notes) => {
  const reason = notAsked({ kind: "down", services: ["wsfe"], detail: "login" });
  expect(await told(async () => ({ outcome: "unavailable", reason, heard }))).toEqual(notes);
});

const problemOf = (kind: AuthorityProblem["kind"]): AuthorityProblem => ({ kind, services: ["wsfe"], detail: kind });

test.each<[AuthorityProblem["kind"], string | null]>([
  ["expiredCertificate", "refused: expiredCertificate"],
  ["certificate", "refused: certificate"],
  ["notDelegated", "refused: notDelegated"],
  ["clock", null],
  ["request", null],
  ["down", null],
])("a login or a question that fails for %s", async (kind, access) => {
  const reason = notAsked(problemOf(kind));
  expect(await toldAll(async () => ({ outcome: "unavailable", reason, heard: "answer" }))).toEqual([
    { call: "login: answer", access },
  ]);
  const unknown: LastNumberOutcome = {
    ...{ outcome: "unknown", cause: "(600)", permanent: true, reasons: [], problem: problemOf(kind), heard: "answer" },
  };
  const session = { lastNumber: async () => unknown } as Partial<AuthoritySession> as AuthoritySession;
  expect(
    await toldAll(
      async () => ({ outcome: "open", session }),
      (one) => one.lastNumber(),
    ),
  ).toEqual([{ call: "question: answer", access }]);
});

test("a refused ticket refuses the company alone, and a decided request lets it in", async () => {
  const ask = (outcomes: CaeOutcome[]) =>
    toldAll(
      async () => ({
        outcome: "open",
        session: { requestCae: async () => outcomes } as Partial<AuthoritySession> as AuthoritySession,
      }),
      (session) => session.requestCae([submission], () => true),
    );
  expect(await ask([{ outcome: "ticket", reasons: [{ code: 600, msg: "not listed" }] }])).toMatchObject([
    { access: expect.stringMatching(/^refused: .*600.*not listed/) },
  ]);
  expect(await ask([{ outcome: "rejected", reasons }])).toMatchObject([{ access: "served" }]);
  expect(await ask([{ outcome: "unknown", cause: "timeout" }])).toMatchObject([{ access: null }]);
});

test("the watch's question is no answer where the company is refused: then nobody tries", async () => {
  const access = (last: LastNumberOutcome): AuthorityAccess => ({
    open: async () => ({
      outcome: "open",
      session: { lastNumber: async () => last } as Partial<AuthoritySession> as AuthoritySession,
    }),
  });
  const unknown: LastNumberOutcome = { outcome: "unknown", cause: "", permanent: true, reasons: [], heard: "answer" };
  expect(await isAnswered(access({ ...unknown, problem: problemOf("notDelegated") }), key)).toBe(false);
  expect(await isAnswered(access(unknown), key)).toBe(true);
  expect(await isAnswered(access({ outcome: "known", number: 1, authorityTimeMs: null }), key)).toBe(true);
});
