import { expect, test } from "vitest";
import { createAuthorityClient } from "../../../../api/operations/reconcile/authority-client.js";
import type { AuthorityAnswer } from "../../../../shared/db/issuer-requests/authority-question.js";
import type { AuthorityProblem } from "../../../../shared/domain/authority-problem.js";

const key = { companyId: 7, production: false, posNumber: 1, voucherType: 6 };
const absent: AuthorityAnswer = { outcome: "absent" };
const unavailable = (kind: AuthorityProblem["kind"]): AuthorityAnswer => ({
  outcome: "unavailable",
  problem: { kind, services: ["wsfe"], detail: "said so" },
});

/** An authority that gives these answers in turn; the last one repeats. */
function lineOf(...answers: AuthorityAnswer[]) {
  const asked: unknown[] = [];
  const line = createAuthorityClient(
    async (_, ask) => {
      asked.push(ask);
      return (answers.length > 1 ? answers.shift() : answers[0]) ?? absent;
    },
    { requestId: "r", pausesMs: [0, 0] },
  );
  return { line, asked };
}

test("an unanswered question is asked again", async () => {
  const { line, asked } = lineOf(unavailable("down"), unavailable("down"), { outcome: "lastNumber", number: 5 });
  expect(await line.lastNumber(key)).toEqual({ number: 5, refused: null });
  expect(asked).toHaveLength(3);
  expect(asked[0]).toEqual({ kind: "lastNumber", posNumber: 1, voucherType: 6 });
});

test("a number without an answer is reported, and the next numbers are still looked up", async () => {
  const down = unavailable("down");
  const { line } = lineOf(down, down, down, absent);
  expect(await line.lookUp(key, 1)).toEqual({ outcome: "unanswered", cause: "said so" });
  expect(await line.lookUp(key, 2)).toEqual(absent);
});

test("the look-ups stop when the authority no longer answers", async () => {
  const { line } = lineOf(unavailable("down"));
  for (let number = 1; number < 8; number++)
    expect(await line.lookUp(key, number)).toMatchObject({ outcome: "unanswered" });
  await expect(line.lookUp(key, 8)).rejects.toThrow("does not answer");
});

test("a sequence that may not be used is reported; a problem of the whole company is an error", async () => {
  expect(await lineOf(unavailable("request")).line.lastNumber(key)).toEqual({ number: 0, refused: "said so" });
  await expect(lineOf(unavailable("noCertificate")).line.lastNumber(key)).rejects.toThrow("no active");
  await expect(lineOf(unavailable("notDelegated")).line.lookUp(key, 1)).rejects.toThrow("Retrying does not help");
});
