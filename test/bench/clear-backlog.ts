import { Queue } from "bullmq";
import { createLog } from "../../shared/logging/log.js";
import { mailQueue } from "../../shared/queues/mail.js";
import { pdfQueue } from "../../shared/queues/pdf.js";
import { connectRedis } from "../../shared/queues/redis.js";
import { waitFor } from "../sandbox/wait-for.js";
import type { Bench, Running } from "./open-bench.js";

const log = createLog("bench", "silent");

/**
 * Gives up all PDFs and mails that are due, so that the next turn begins without them, and waits for those under way.
 * @param meanwhile is done before, while nothing is printed and mailed
 */
export async function clearBacklog(
  { sql }: Bench,
  { redisUrl }: Pick<Running, "redisUrl">,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  const redis = connectRedis(redisUrl, log, "producer");
  const queues = [pdfQueue, mailQueue].map(({ name }) => new Queue(name, { connection: redis, prefix: "talonario" }));
  try {
    for (const queue of queues) await queue.pause();
    await meanwhile();
    await sql("UPDATE voucher SET has_pdf = true WHERE NOT has_pdf");
    await sql("UPDATE recipient SET state = 'failed' WHERE state = 'due'");
    for (const queue of queues) {
      const message = `the ${queue.name} jobs to end`;
      await waitFor(async () => (await queue.getActiveCount()) === 0, { message, timeoutMs: 60_000 });
      await queue.drain(true);
      await queue.resume();
    }
  } finally {
    await Promise.all(queues.map((queue) => queue.close()));
    redis.disconnect();
  }
}
