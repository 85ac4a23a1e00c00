import { z } from "zod";
import type { SequenceKey } from "../domain/sequence.js";
import { defineQueue } from "./define-queue.js";
import { requestId, rowId, smallId, trace } from "./job-fields.js";

const sequenceKey: z.ZodType<SequenceKey> = z.object({
  companyId: smallId,
  production: z.boolean(),
  posNumber: z.int().min(1).max(99_999),
  voucherType: z.int().min(1).max(999),
});

/**
 * One job per attempt of an issuance, or a wake-up without an issuance. It wakes the sequence. The row in the database says what
 * to do, and the job's result is the outcome of that row.
 */
export const issuanceQueue = defineQueue({
  name: "issuance",
  data: z.object({
    sequence: sequenceKey,
    issuance: z.object({ id: rowId, revision: smallId }).nullable(),
    requestId,
    trace,
  }),
  result: z.object({
    state: z.string(),
    voucherNumber: z.int().nullable(),
    detail: z.string().nullable(),
    /** Events of the issuance, one line each. */
    history: z.array(z.string()),
  }),
});

/** "c1-test-p2-t6": readable on the operators' board, and valid in a job id and in the name of a lock. */
export const sequenceName = ({ companyId, production, posNumber, voucherType }: SequenceKey): string =>
  `c${companyId}-${production ? "prod" : "test"}-p${posNumber}-t${voucherType}`;

/**
 * Each attempt gets a new id, because BullMQ ignores an id that it remembers. That can also happen to a new row: after a crash,
 * the database may give it the id of a row that it forgot. The sweep wakes such a row.
 */
export const issuanceJobId = (issuance: { id: number; revision: number }): string =>
  `issuance-${issuance.id}-${issuance.revision}`;

/**
 * A failed wake-up is removed, and the sweep sends another two seconds later. With retries and back-off, it would keep its id
 * after a long outage, and so block the sequence for minutes.
 */
export const wakeJobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;

export const wakeJobId = (sequence: SequenceKey): string => `wake-${sequenceName(sequence)}`;
