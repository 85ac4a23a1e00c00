import type { Redis } from "ioredis";
import { withTimeout } from "../concurrency/with-timeout.js";
import type { Log } from "../logging/log.js";

/** Circuit breaker of Redis in this process. It costs two small commands a second, whatever the process does. */
export interface RedisBreaker {
  /** Redis does not answer, or takes no writes: nobody should wait for it. */
  isTripped(): boolean;
  /** Tripped, or a moment ago: workers may still be on their way back, and other processes may not know yet. */
  isRecovering(): boolean;
  /** A command failed or took too long. Redis counts as away until a look shows otherwise. */
  failed(): void;
  /** Looks now. Gives whether Redis is away. */
  look(): Promise<boolean>;
  stop(): void;
}

/** Connection, as far as the breaker probes it. */
export type ProbedRedis = Pick<Redis, "status" | "set">;

const lookEveryMs = 500;
/** While it is away, so that it is used again soon after its return. */
const lookAgainEveryMs = 250;
/** The longest that a look takes. */
const timeoutMs = 500;
/** BullMQ's workers come back within 5 seconds, and the locks of before have ended after 10. */
const unsettledMs = 15_000;

/**
 * Whether Redis answers and takes writes: one that hangs, whose disk is full (MISCONF), or whose memory is (OOM, `noeviction`) looks
 * well to whoever only reads.
 */
export const canWrite = async (redis: ProbedRedis, withinMs = timeoutMs): Promise<boolean> => {
  if (redis.status !== "ready") return false;
  return withTimeout(withinMs, redis.set("talonario:probe", "1", "PX", 1_000)).then(
    () => true,
    () => false,
  );
};

/** Watches a connection that fails fast (`connectRedis`, "producer"). */
export function createRedisBreaker(redis: ProbedRedis, log: Log): RedisBreaker {
  let isFailing = false;
  let hasBeenReady = false;
  let awayAtMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<boolean> | undefined;
  let timer: NodeJS.Timeout;
  let stopped = false;

  function note(isTripped: boolean): void {
    if (isTripped) awayAtMs = performance.now();
    if (isTripped === isFailing) return;
    isFailing = isTripped;
    if (isTripped) log.warn({ status: redis.status }, "Redis takes no writes; the process goes on without it");
    else log.info("Redis takes writes again");
  }

  async function lookNow(): Promise<boolean> {
    const isTripped = !(await canWrite(redis));
    note(isTripped);
    looking = undefined;
    plan();
    return isTripped;
  }

  const look = () => (looking ??= lookNow());

  function plan(): void {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(look, isFailing ? lookAgainEveryMs : lookEveryMs).unref();
  }
  timer = setTimeout(look, lookEveryMs).unref();

  function isTripped(): boolean {
    hasBeenReady ||= redis.status === "ready";
    // A connection that is only being opened is worth a short wait.
    return isFailing || (hasBeenReady && redis.status !== "ready");
  }

  return {
    isTripped,
    isRecovering: () => isTripped() || performance.now() - awayAtMs < unsettledMs,
    failed() {
      note(true);
      plan();
    },
    look,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
