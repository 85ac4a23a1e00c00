import { setTimeout as delay } from "node:timers/promises";
import { DelayedError, type Job, UnrecoverableError, Worker } from "bullmq";
import type { Redis } from "ioredis";
import type { z } from "zod";
import type { Log } from "../log.js";
import type { QueueContract } from "./define-queue.js";
import { BusyError, FinalError } from "./errors.js";

export interface Serving {
  close(): Promise<void>;
}

/** A job's id, and what is wrong with its data, are as long as the writer of the job likes. */
const longestLogged = 300;

/** How long a closing worker waits for Redis to come back, to report its last results. */
const farewellMs = 2_000;

export interface JobInHand {
  id: string | undefined;
  /** From 1. How often a worker began the job, including the times that it was delayed. */
  attempt: number;
  /** Writes into the job's log, for the operators' board. Returns at once. The text is lost without Redis. */
  note(text: string): void;
}

const inHand = (job: Job): JobInHand => ({
  id: job.id,
  // Redis counts it. Delays are computed from it, so it is never below the first.
  attempt: Math.max(1, Math.trunc(job.attemptsStarted) || 1),
  note: (text) => {
    job.log(text).catch(() => undefined);
  },
});

interface ServeOptions<Data, Result> {
  connection: Redis;
  concurrency: number;
  /** The most jobs per minute, evenly spread, of all processes that serve the queue. 0 means no limit. */
  perMinute?: number;
  log: Log;
  process: (data: Data, job: JobInHand) => Promise<Result>;
}

/**
 * The consuming side of a queue. Only this code maps the four endings of `process` to BullMQ: a result, FinalError (no retry),
 * BusyError (delayed, uses up no attempt), any other error (retry with back-off).
 */
export function serve<Data extends z.ZodType, Result extends z.ZodType>(
  contract: QueueContract<Data, Result>,
  { connection, concurrency, perMinute = 0, log, process }: ServeOptions<z.output<Data>, z.output<Result>>,
): Serving {
  const underWay = new Set<Promise<unknown>>();
  const finish = async <Result>(work: Promise<Result>): Promise<Result> => {
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  };

  const run = async (job: Job, token?: string): Promise<z.output<Result>> => {
    const data = contract.data.safeParse(job.data);
    if (!data.success)
      throw new UnrecoverableError(
        `the job's data does not match the contract: ${data.error.message.slice(0, longestLogged)}`,
      );
    try {
      return await finish(process(data.data, inHand(job)));
    } catch (error) {
      if (error instanceof FinalError) throw new UnrecoverableError(error.message);
      if (error instanceof BusyError) {
        await job.moveToDelayed(Date.now() + error.waitMs, token);
        throw new DelayedError();
      }
      throw error;
    }
  };

  const worker = new Worker(contract.name, run, {
    connection,
    concurrency,
    ...(perMinute > 0 && { limiter: { max: 1, duration: Math.ceil(60_000 / perMinute) } }),
    prefix: "talonario",
    lockDuration: 15_000,
    stalledInterval: 5_000,
    maxStalledCount: 1_000,
  });
  worker.on("failed", (job, error) =>
    log.warn(
      { jobId: job?.id?.slice(0, longestLogged), attempt: job?.attemptsMade, error },
      `${contract.name} job failed`,
    ),
  );
  worker.on("error", () => undefined); // the connection's own listener logs it
  return {
    async close() {
      let isClosed = false;
      const closing = worker.close().finally(() => {
        isClosed = true;
      });
      closing.catch(() => undefined);
      await Promise.race([closing, leaveWithoutRedis(() => isClosed)]);
    },
  };

  /** Without Redis, `worker.close` would never return. So finish the running jobs and go; BullMQ later finds them stalled. */
  async function leaveWithoutRedis(isClosed: () => boolean): Promise<void> {
    do {
      await Promise.allSettled([...underWay]);
      await delay(farewellMs);
      if (isClosed()) return;
    } while (underWay.size > 0 || connection.status === "ready");
    log.warn({ queue: contract.name }, "Redis is away; another worker will find its jobs stalled");
  }
}
