import type { Line } from "./open-line.js";
import type { RedisWatch } from "./redis-watch.js";
import type { Serving } from "./serve.js";
import { throughRedis } from "./through-redis.js";

interface Elsewhere<Data> {
  watch: RedisWatch;
  /** Left out where the queue's pace is kept in Redis: then the jobs wait for it. */
  runHere?: Serving<Data>["runHere"] | undefined;
}

/** A sweep's line: while Redis is away the sweep's own process does the work, as much as it can at once. */
export const orHere = <Data>(
  line: Pick<Line<Data>, "addAgain">,
  { watch, runHere = () => false }: Elsewhere<Data>,
): Pick<Line<Data>, "addAgain"> => ({
  addAgain: async (jobId, data, ...rest) =>
    throughRedis(watch, () => line.addAgain(jobId, data, ...rest)).catch(() => runHere(jobId, data)),
});
