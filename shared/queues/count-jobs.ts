import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { withTimeout } from "../concurrency/with-timeout.js";
import { issuanceQueue } from "./issuance.js";
import { issuerRequestQueue } from "./issuer-requests.js";
import { mailQueue } from "./mail.js";
import { newRedis } from "./new-redis.js";
import { pdfQueue } from "./pdf.js";
import { canWrite } from "./redis-breaker.js";
import { webhookQueue } from "./webhooks.js";

/** For who counts with a connection of its own, and loads this file when it does. */
export { newRedis };

const closeMs = 1_000;

export interface JobCounts {
  name: string;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  completed: number;
}

/**
 * How many jobs each queue holds, by state. Failed and completed jobs count until they are removed.
 * @throws Error when Redis does not answer or takes no writes: then no queue gets jobs, whatever it still tells
 */
export async function countJobs(connection: Redis): Promise<JobCounts[]> {
  if (!(await canWrite(connection))) throw new Error("Redis does not answer or takes no writes");
  return Promise.all(
    [issuanceQueue, pdfQueue, mailQueue, webhookQueue, issuerRequestQueue].map(async ({ name }) => {
      const queue = new Queue(name, { connection, prefix: "talonario" });
      queue.on("error", () => undefined); // the connection's own listener logs it
      const counts = await queue
        .getJobCounts("wait", "prioritized", "active", "delayed", "failed", "completed")
        .finally(() => withTimeout(closeMs, queue.close()).catch(() => undefined));
      const { wait = 0, prioritized = 0, active = 0, delayed = 0, failed = 0, completed = 0 } = counts;
      return { name, waiting: wait + prioritized, active, delayed, failed, completed };
    }),
  );
}
