import type { Command } from "commander";
import { redisUrlForm } from "../../../shared/config/redis-url.js";
import { countBacklog } from "../../../shared/db/issuing/backlog.js";
import { reasonOf } from "../doctor/check.js";
import { addVerb } from "../options.js";
import type { RunCommand } from "../perform.js";
import { drawFields, drawRows } from "../table.js";

/** `queue status`. */
export function addQueueCommands(program: Command, perform: RunCommand): void {
  const queue = program.command("queue").description("the queues and the pending work");

  addVerb(queue, "status", "show the jobs of each queue and the pending work in the database").action(() =>
    perform(async ({ db, config }) => {
      if (!config.REDIS_URL) throw new Error(`REDIS_URL is not set: ${redisUrlForm}`);
      // Imported only here: a static import would slow down every other command.
      const { countJobs, newRedis } = await import("../../../shared/queues/count-jobs.js");
      const { startRedis } = await import("../doctor/redis-checks.js");
      const backlog = await countBacklog(db);
      const never = () => null;
      const options = {
        lazyConnect: true,
        maxRetriesPerRequest: 1,
        retryStrategy: never,
        sentinelRetryStrategy: never,
      };
      const redis = newRedis(config.REDIS_URL, options);
      let reason: unknown;
      redis.on("error", (error) => {
        reason ??= error; // the first says why; the failing command only that the connection ended
      });
      try {
        const queues = await redis
          .connect()
          .then(() => countJobs(redis))
          .catch((error: unknown) => {
            throw new Error(`Redis does not answer: ${reasonOf(reason ?? error)}. ${startRedis}`);
          });
        const { queued, elements, submitted, unconfirmed, pdfsDue, pdfsAside, mailsDue, mailsOverLimit } = backlog;
        const text = [
          drawRows(
            queues.map(({ name: queue, ...jobs }) => ({ queue, ...jobs })),
            "",
          ),
          drawFields({
            "waiting for their turn": queued,
            "elements of batches": elements,
            "sent to the authority": submitted,
            "outcome unknown": unconfirmed,
            "PDFs to print": pdfsDue,
            "PDFs put aside": pdfsAside,
            "mails to send": mailsDue,
            "mails over the day's limit": mailsOverLimit,
          }),
        ].join("\n\n");
        return { json: { queues, backlog }, text };
      } finally {
        redis.disconnect();
      }
    }),
  );
}
