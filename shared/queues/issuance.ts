import { z } from "zod";
import type { SequenceKey } from "../domain/sequence.js";
import { defineQueue } from "./define-queue.js";

const sequenceKey: z.ZodType<SequenceKey> = z.object({
  companyId: z.int(),
  production: z.boolean(),
  posNumber: z.int(),
  voucherType: z.int(),
});

/**
 * One job per arming of an issuance. It wakes the sequence; the row in the database says what is to be done,
 * and the job's result is what became of that row.
 */
export const issuanceQueue = defineQueue({
  name: "issuance",
  data: z.object({
    sequence: sequenceKey,
    issuance: z.object({ id: z.int(), revision: z.int() }).nullable(),
    requestId: z.string(),
  }),
  result: z.object({ state: z.string(), voucherNumber: z.int().nullable(), detail: z.string().nullable() }),
});

/** "c1-test-p2-t6": readable on the operators' board and legal as part of a job id and a lock's name. */
export const sequenceName = ({ companyId, production, posNumber, voucherType }: SequenceKey): string =>
  `c${companyId}-${production ? "prod" : "test"}-p${posNumber}-t${voucherType}`;

/**
 * An issuance that is armed again gets a new id: BullMQ ignores an id that it still remembers. So it does with that of a row
 * which a crash of the database forgot, and whose number another was given: the sweep wakes that one.
 */
export const issuanceJobId = (issuance: { id: number; revision: number }): string =>
  `issuance-${issuance.id}-${issuance.revision}`;

/**
 * A wake-up that failed is forgotten and the sweep sends another, two seconds later: one that backed off through a long
 * outage would keep its id, and so keep the sequence asleep, for minutes after it.
 */
export const wakeJobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;

export const wakeJobId = (sequence: SequenceKey): string => `wake-${sequenceName(sequence)}`;
