import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { issuanceQueue } from "./issuance.js";
import { mailQueue } from "./mail.js";
import { pdfQueue } from "./pdf.js";
import { questionQueue } from "./questions.js";
import { webhookQueue } from "./webhooks.js";

export interface JobCounts {
  name: string;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  completed: number;
}

/** How many jobs each queue holds, by state. Failed and completed jobs count until they are removed. */
export async function countJobs(connection: Redis): Promise<JobCounts[]> {
  return Promise.all(
    [issuanceQueue, pdfQueue, mailQueue, webhookQueue, questionQueue].map(async ({ name }) => {
      const queue = new Queue(name, { connection, prefix: "talonario" });
      queue.on("error", () => undefined); // the connection's own listener logs it
      const counts = await queue.getJobCounts("wait", "prioritized", "active", "delayed", "failed", "completed");
      await queue.close();
      const { wait = 0, prioritized = 0, active = 0, delayed = 0, failed = 0, completed = 0 } = counts;
      return { name, waiting: wait + prioritized, active, delayed, failed, completed };
    }),
  );
}
