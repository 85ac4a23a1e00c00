import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { findCaller, hashOf } from "../../../shared/db/company/api-keys.js";
import type { Approval, GrantedBatch } from "../../../shared/db/issuing/approve.js";
import { type IssuanceAttempt, recordIssuance } from "../../../shared/db/issuing/issuances.js";
import { acquireSequence, type OwnedSequence, setLastNumber } from "../../../shared/db/issuing/sequences.js";
import type { Submission } from "../../../shared/db/issuing/submissions.js";
import { type SubmitResult, submitNext } from "../../../shared/db/issuing/write-ahead.js";
import type { Database, Transaction } from "../../../shared/db/pool/database.js";
import { computeAmounts } from "../../../shared/domain/amounts.js";
import { toDeclaration } from "../../../shared/domain/declaration.js";
import type { IssuanceRequest } from "../../../shared/domain/issuance-request.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import type { IssuingApp } from "../processes/issuing-app.js";
import { invoiceB, today } from "./invoice.js";

/** A sequence that was just taken, and the request bodies that wait in its line. */
export interface SampleQueue {
  db: Database;
  taken: OwnedSequence;
  bodies: IssuanceRequest[];
  /** Without an address, the company's key asks. */
  record(on: Transaction, body: IssuanceRequest, userEmail?: string): ReturnType<typeof recordIssuance>;
}

/** Gives a function that opens a line of a demo company at a new point of sale, with `waiting` issuances in it. */
export async function openLines(
  { db, keys }: Pick<IssuingApp, "db" | "keys">,
  company: "demo" | "mono" = "demo",
  environment: "test" | "production" = "test",
): Promise<(waiting: number, voucherType?: number) => Promise<SampleQueue>> {
  const caller = await findCaller(db, hashOf((company === "demo" ? keys : keys.mono).keys[environment]));
  if (!caller) throw new Error(`there is no company ${company}`);
  const { companyId, production, apiKeyId } = caller;
  let posNumber = 0;

  return async (waiting, voucherType = 6) => {
    const key = { companyId, production, posNumber: ++posNumber, voucherType };
    const record = (on: Transaction, body: IssuanceRequest, userEmail: string | null = null) =>
      recordIssuance(on as Database, {
        ...attemptOn(key, body, userEmail === null ? apiKeyId : null),
        userEmail,
      });
    const bodies: IssuanceRequest[] = [];
    for (let count = 0; count < waiting; count++) {
      const body = bodyOn(key);
      bodies.push(body);
      await record(db, body);
    }
    const taken = await acquireSequence(db, key);
    await setLastNumber(db, taken, 0, null);
    return { db, taken, bodies, record };
  };
}

/** The body of a sample on the sequence, as the API gives it on. */
export function bodyOn({ posNumber, voucherType }: SequenceKey): IssuanceRequest {
  const checked = checkIssuance(invoiceB({ posNumber }));
  if (!checked.ok) throw new Error("the sample is not valid");
  return { ...checked.body, voucherType };
}

/** What a company's key asks for. */
export function attemptOn(key: SequenceKey, body: IssuanceRequest, apiKeyId: number | null): IssuanceAttempt {
  const amounts = computeAmounts(body);
  return {
    ...{ key, body, amounts, declared: toDeclaration(body, amounts), apiKeyId, userEmail: null, creditedId: null },
    ...{ bodyHash: new Uint8Array(32), vatRounding: "auto", requestId: "test", waitMs: 60_000 },
    movable: body.contingency === null,
    periodStart: today().replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3"),
  };
}

export const approvalOf = (submission: Submission): Approval => ({
  submission,
  cae: `8633076779${submission.id + 1_000}`,
  caeExpirationDate: today(),
  observations: [],
  authorityTimeMs: null,
  isAnswer: true,
});

/** An answer of the authority that grants all of these. */
export const grantedTo = (taken: OwnedSequence, submissions: Submission[]): GrantedBatch => ({
  taken,
  approvals: submissions.map(approvalOf),
});

export const submissionsOf = (result: SubmitResult | undefined): Submission[] => {
  if (result?.outcome !== "submitted") throw new Error(`nothing was submitted: ${result?.outcome}`);
  return result.submissions;
};

/** Gives numbers to the next issuances of a line, at most `limit`. @throws Error when none got a number */
export async function submitFrom(
  { db, taken }: Pick<SampleQueue, "db" | "taken">,
  limit = 1,
): Promise<[Submission, ...Submission[]]> {
  const [next] = await submitNext(db, [{ taken, limit }]);
  const [first, ...others] = submissionsOf(next);
  if (!first) throw new Error("nothing was submitted");
  return [first, ...others];
}

/** Each number with the key of its issuance. */
export const keysByNumber = (result: SubmitResult | undefined) =>
  submissionsOf(result).map(({ number, body }) => [number, body.idempotency]);

export const numberedKeys = ({ bodies }: SampleQueue, count = bodies.length) =>
  bodies.slice(0, count).map(({ idempotency }, at) => [at + 1, idempotency]);

/** The monthly usage of the line's company. */
export async function usageOf({ db, taken }: SampleQueue) {
  return db.usagePeriod.findFirstOrThrow({ where: { companyId: taken.key.companyId } });
}

/** Limits the company's monthly quota to `left` more vouchers while `work` runs. */
export async function withQuotaLeft(line: SampleQueue, left: number, work: () => Promise<void>) {
  const { db } = line;
  const { companyId } = line.taken.key;
  const { usedProduction, usedHomologation, reserved } = await usageOf(line);
  const { planId } = await db.subscription.findUniqueOrThrow({ where: { companyId } });
  const monthlyVouchers = usedProduction + usedHomologation + reserved + left;
  const plan = await db.plan.create({ data: { name: `of ${line.taken.id}`, monthlyVouchers } });
  await db.subscription.update({ where: { companyId }, data: { planId: plan.id } });
  try {
    await work();
  } finally {
    await db.subscription.update({ where: { companyId }, data: { planId } });
  }
}
