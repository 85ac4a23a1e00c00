import { expect, test } from "vitest";
import { sendFirst } from "../../../issuer/issuing/send.js";
import type { Submission } from "../../../shared/db/issuing/submissions.js";
import type { CaeOutcome } from "../../../shared/domain/cae-outcome.js";
import { approved, last, lostAnswer, noTicket, openScript, refusedLogin } from "./scripted-authority.js";
import { openIssuer } from "./scripted-issuer.js";
import { submission } from "./submission.js";

const notSent: CaeOutcome = { outcome: "notSent", cause: "ECONNREFUSED" };

/** Numbers from 42 on: a "caller" waits for its answer, an "element" does not. */
const numbers = (...who: ("caller" | "element")[]): Submission[] =>
  who.map((one, at) => ({ ...submission, id: 1 + at, number: 42 + at, isBackground: one === "element" }));

async function send(submissions: Submission[], ...answers: (CaeOutcome | CaeOutcome[])[]) {
  const script = openScript({ answers, renews: refusedLogin }, true);
  const result = await sendFirst(script.sequence, { submissions, heldAtMs: 5_000 });
  return { result, ...script.told };
}

test("one element goes alone, and after it up to fifty in a call, as long as nobody waits", async () => {
  const { database, limits, drain } = openIssuer();
  database.line = ["element", "element", "element", "caller", "element", "element"];
  await drain();
  expect(limits).toEqual([
    { limit: 1, backgroundLimit: 1 },
    { limit: 1, backgroundLimit: 50 },
    { limit: 1, backgroundLimit: 50 },
    { limit: 1, backgroundLimit: 50 },
    { limit: 1, backgroundLimit: 1 },
    { limit: 1, backgroundLimit: 50 },
    { limit: 1, backgroundLimit: 50 },
  ]);
});

test("a larger batch than fifty is kept for elements too", async () => {
  const { database, limits, drain } = openIssuer({ batchMax: 80 });
  database.line = ["element", "element"];
  await drain();
  expect(limits).toEqual([
    { limit: 80, backgroundLimit: 80 },
    { limit: 80, backgroundLimit: 80 },
    { limit: 80, backgroundLimit: 80 },
  ]);
});

test.each([201, 203, 206, 213])("[F6] vouchers of type %i go one by one, elements as well", async (voucherType) => {
  const { database, limits, drain } = openIssuer({ batchMax: 80, voucherType });
  database.line = ["element", "element", "caller"];
  await drain();
  expect(limits).toEqual(Array(4).fill({ limit: 1, backgroundLimit: 1 }));
});

test("of a call that was not sent, callers are answered and elements return to the line", async () => {
  const { done, outcomes, announced, result } = await send(numbers("caller", "caller", "element", "element"), notSent);
  expect(done.slice(1)).toEqual([
    "return 44",
    "failed 43 TAXAUTH_CONNECTION_ERROR",
    "failed 42 TAXAUTH_CONNECTION_ERROR",
  ]);
  expect(announced).toEqual([2, 1]);
  expect(result).toEqual({ unavailable: outcomes[0] });
});

test("elements alone return to the line, and no caller's outcome is recorded", async () => {
  const { done, outcomes, result } = await send(numbers("element", "element"), notSent);
  expect(done.slice(1)).toEqual(["return 42"]);
  expect(outcomes).toEqual([]);
  expect(result).toMatchObject({ unavailable: { code: "TAXAUTH_CONNECTION_ERROR" } });
});

test("elements return to the line, remembered, when no ticket that lists their company can be had", async () => {
  const unlisted = numbers("element", "element").map((one) => ({ ...one, isListed: false }));
  const { done, result } = await send(unlisted, noTicket);
  expect(done).toEqual(["send 42 43", "renew", "return 42, and remember the number"]);
  expect(result).toMatchObject({ unavailable: { code: "TAXAUTH_CONNECTION_ERROR" } });
});

test("a refusal of the authority is final for elements too", async () => {
  const refused: CaeOutcome = { outcome: "refused", reasons: [{ code: 10005, msg: "point of sale" }] };
  const script = openScript({ answers: [refused], lastNumbers: [last(41)] }, true);
  const result = await sendFirst(script.sequence, { submissions: numbers("element", "element"), heldAtMs: 5_000 });
  expect(script.told.done).toEqual([
    "send 42 43",
    "ask the last",
    "consult 42",
    "rejected 43 TAXAUTH_ERROR, and remember the number",
    "rejected 42 TAXAUTH_ERROR, and remember the number",
  ]);
  expect(result).toBe("settled");
});

test("what may have been sent does not return to the line", async () => {
  const { done, result } = await send(numbers("element", "element"), lostAnswer);
  expect(done.filter((step) => step.startsWith("return"))).toEqual([]);
  expect(result).toBe("unresolved");
});

test("granted elements are recorded, whatever becomes of those behind them", async () => {
  const { done, approvals } = await send(numbers("element", "element"), [approved, lostAnswer]);
  expect(approvals.map((one) => one.submission.number)).toEqual([42]);
  expect(done.filter((step) => step.startsWith("return"))).toEqual([]);
});

test("a drain ends while the authority is away: it closes the line once and does not try again", async () => {
  const { database, drain } = openIssuer();
  database.line = ["element", "element", "element"];
  database.answer = "notSent";
  const { result, done } = await drain();
  expect(result).toBe("closed");
  expect(done).toEqual(["take 2", "submit under 2", "ask", "return", "close the line: TAXAUTH_CONNECTION_ERROR"]);
  expect(database.line).toHaveLength(3);
});

test("elements beyond the quota fail together", async () => {
  const { database, drain } = openIssuer();
  database.line = Array.from({ length: 1_000 }, () => "element");
  database.quota = 1;
  const { result, done } = await drain();
  expect(result).toBe("drained");
  expect(done.filter((step) => step.startsWith("close"))).toEqual(["close the line: SUBSCRIPTION_QUOTA_EXCEEDED"]);
});

test("callers beyond the quota fail one by one, because the next may be of another month", async () => {
  const { database, drain } = openIssuer();
  database.line = ["caller", "caller", "caller"];
  database.quota = 1;
  const { done } = await drain();
  expect(done.filter((step) => step.startsWith("close"))).toHaveLength(2);
});
