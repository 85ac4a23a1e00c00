import { type JobsOptions, Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { z } from "zod";
import type { QueueContract } from "./define-queue.js";

/** Finished jobs stay a day for the operators' board, at most 10 000 of them. */
const kept = { age: 24 * 3_600, count: 10_000 };

export interface OpenQueue<Data> {
  add(jobId: string, data: Data, options?: JobsOptions): Promise<void>;
  close(): Promise<void>;
}

/** The producing side of a queue. Adding an id that is still known changes nothing. */
export function openQueue<Data extends z.ZodType, Result extends z.ZodType>(
  contract: QueueContract<Data, Result>,
  connection: Redis,
): OpenQueue<z.output<Data>> {
  const queue = new Queue(contract.name, {
    connection,
    prefix: "talonario",
    defaultJobOptions: {
      attempts: 10,
      backoff: { type: "exponential", delay: 1_000, jitter: 0.5 },
      removeOnComplete: kept,
      removeOnFail: { age: 7 * 24 * 3_600, count: 10_000 },
    },
  });
  queue.on("error", () => undefined); // the connection's own listener reports
  return {
    add: async (jobId, data, options) => {
      await queue.add(contract.name, data, { ...options, jobId });
    },
    close: () => queue.close(),
  };
}
