import { expect } from "vitest";
import { approve } from "../../../shared/db/issuing/approve.js";
import { approveAndSubmit } from "../../../shared/db/issuing/approve-and-submit.js";
import { submitAgain } from "../../../shared/db/issuing/doubts.js";
import { returnToQueue, settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import { listSubmissions } from "../../../shared/db/issuing/submissions.js";
import { grantedTo, type SampleQueue, submitFrom } from "./waiting-lines.js";

/** Runs each statement with which an issuer serves a line, of three or more. Gives the two that got a voucher. */
export async function runIssuingStatements(line: Pick<SampleQueue, "db" | "taken">): Promise<[number, number]> {
  const { db, taken } = line;
  const [first] = await submitFrom(line);
  await submitAgain(db, taken, first);
  expect(await listSubmissions(db, taken.key)).toHaveLength(1);
  const [both] = await approveAndSubmit(db, [{ ...grantedTo(taken, [first]), limit: 1 }]);
  const [second] = both?.next?.outcome === "submitted" ? both.next.submissions : [];
  if (!second) throw new Error("the second was not submitted");
  expect(await returnToQueue(db, taken, second)).toBe(true);
  const [again] = await submitFrom(line);
  expect(await settleWithoutVoucher(db, taken, again, "rejected", { code: "CANCELLED" })).toBe(true);
  const [third] = await submitFrom(line);
  expect((await approve(db, [grantedTo(taken, [third])]))[0]?.approved).toHaveLength(1);
  return [first.id, third.id];
}
