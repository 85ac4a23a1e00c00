import { callRedis } from "./call-redis.js";
import type { FairQueue } from "./open-fair-queue.js";
import type { RedisBreaker } from "./redis-breaker.js";
import type { ServedQueue } from "./serve.js";

interface LocalFallback<Data> {
  watch: RedisBreaker;
  /** Left out where the queue's pace is kept in Redis: then the jobs wait for it. */
  runLocally?: ServedQueue<Data>["runLocally"] | undefined;
}

/** A sweep's line: while Redis is away the sweep's own process does the work, as much as it can at once. */
export const withLocalFallback = <Data>(
  line: Pick<FairQueue<Data>, "requeue">,
  { watch, runLocally = () => false }: LocalFallback<Data>,
): Pick<FairQueue<Data>, "requeue"> => ({
  requeue: async (jobId, data, ...rest) =>
    callRedis(watch, () => line.requeue(jobId, data, ...rest)).catch(() => runLocally(jobId, data)),
});
