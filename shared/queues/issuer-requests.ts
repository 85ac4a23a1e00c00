import { z } from "zod";
import { defineQueue } from "./define-queue.js";
import { trace } from "./job-fields.js";

/**
 * Wakes an issuer for one question to the tax authority. Company, question and answer are in the question's row alone, so a
 * forged job can at most have a recorded question answered.
 */
export const issuerRequestQueue = defineQueue({
  name: "issuer-requests",
  data: z.object({ id: z.uuid(), trace }),
  result: z.object({ outcome: z.string() }),
});

export const questionJobId = (id: string): string => `question-${id}`;

/** A failed job is removed, so that the asker can wake an issuer again. A completed one is kept for the operators' board. */
export const questionJobOptions = {
  attempts: 1,
  removeOnComplete: { age: 300, count: 1_000 },
  removeOnFail: true,
} as const;
