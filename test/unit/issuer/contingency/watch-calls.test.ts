import { expect, test } from "vitest";
import { watchCalls } from "../../../../issuer/contingency/watch-calls.js";
import type { AuthoritySession } from "../../../../issuer/issuing/deps.js";
import type { CaeOutcome } from "../../../../shared/domain/cae-outcome.js";
import { notAsked } from "../../../../shared/domain/issuance-outcome.js";
import { submission } from "../submission.js";

const key = { companyId: 1, production: false, posNumber: 1, voucherType: 6 };

/** What `silence` is told of the calls of one session. */
async function told(answers: Partial<AuthoritySession>, call: (session: AuthoritySession) => Promise<unknown>) {
  const notes: string[] = [];
  const access = watchCalls(
    { open: async () => ({ outcome: "open", session: answers as AuthoritySession }) },
    {
      unanswered: (_tenant, _cause, isRequest) => notes.push(isRequest ? "request unanswered" : "unanswered"),
      answered: () => notes.push("answered"),
      issued: () => notes.push("issued"),
    },
    () => 0,
  );
  const opened = await access.open(key);
  if (opened.outcome === "open") await call(opened.session);
  return notes;
}

const request = (outcome: CaeOutcome, mayStart = true) =>
  told(
    {
      requestCae: async (_submissions, starts) => [starts() ? outcome : { outcome: "notSent", cause: "too late" }],
    },
    (session) => session.requestCae([submission], () => mayStart),
  );

const reasons = [{ code: 10016, msg: "" }];

test.each<[string, CaeOutcome, string]>([
  ["no answer", { outcome: "unknown", cause: "timeout" }, "request unanswered"],
  ["no connection", { outcome: "notSent", cause: "ECONNREFUSED" }, "request unanswered"],
  ["a rejection", { outcome: "rejected", reasons }, "issued"],
  ["a refusal", { outcome: "refused", reasons }, "issued"],
  ["a number out of order", { outcome: "stale", reasons }, "issued"],
  ["a refused ticket", { outcome: "ticket", reasons }, "answered"],
])("a request for a CAE with %s", async (_name, outcome, note) => {
  expect(await request(outcome)).toEqual([note]);
});

test("a request that was held back says nothing of the authority", async () => {
  expect(await request({ outcome: "rejected", reasons }, false)).toEqual([]);
});

test("queries are answered or not", async () => {
  const consult = (outcome: Awaited<ReturnType<AuthoritySession["consult"]>>) =>
    told({ consult: async () => outcome }, (session) => session.consult(1));
  expect(await consult({ outcome: "absent" })).toEqual(["answered"]);
  expect(await consult({ outcome: "unknown", cause: "timeout" })).toEqual(["unanswered"]);
  const last = (outcome: Awaited<ReturnType<AuthoritySession["lastNumber"]>>) =>
    told({ lastNumber: async () => outcome }, (session) => session.lastNumber());
  expect(await last({ outcome: "known", number: 1, heardAtMs: null })).toEqual(["answered"]);
  expect(await last({ outcome: "unknown", cause: "x", permanent: true, reasons })).toEqual(["answered"]);
  expect(await last({ outcome: "unknown", cause: "x", permanent: false, reasons: [] })).toEqual(["unanswered"]);
});

test("a login without an answer is silence, a refused one is not", async () => {
  const open = async (kind: "down" | "notDelegated") => {
    const notes: string[] = [];
    const reason = notAsked({ kind, services: ["wsfe"], detail: "login" });
    await watchCalls(
      { open: async () => ({ outcome: "unavailable", reason }) },
      { unanswered: () => notes.push("unanswered"), answered: () => undefined, issued: () => undefined },
      () => 0,
    ).open(key);
    return notes;
  };
  expect(await open("down")).toEqual(["unanswered"]);
  expect(await open("notDelegated")).toEqual([]);
});
