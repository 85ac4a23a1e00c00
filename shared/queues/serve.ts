import { setTimeout as delay } from "node:timers/promises";
import { DelayedError, type Job, UnrecoverableError, Worker } from "bullmq";
import type { Redis } from "ioredis";
import type { z } from "zod";
import { createWaitGroup } from "../concurrency/wait-group.js";
import { withTimeout } from "../concurrency/with-timeout.js";
import type { Log } from "../logging/log.js";
import { isTracing } from "../tracing/tracing.js";
import type { QueueContract } from "./define-queue.js";
import { BusyError, FinalError } from "./errors.js";
import { createLocalExecutor } from "./run-locally.js";
import { inJobSpan } from "./trace-job.js";

export interface ServedQueue<Data> {
  /**
   * Runs a job in this process at once, past Redis: for sweeps, while the queue cannot be had. What it serves is the same and may
   * run twice. Nothing is kept of it: a failure is logged, and the next sweep brings it again. Gives whether it runs, also since
   * before; false when this process has no place for it.
   */
  runLocally(jobId: string, data: Data): boolean;
  close(): Promise<void>;
}

/** A job's id, and what is wrong with its data, are as long as the writer of the job likes. */
const longestLogged = 300;

/** How long a closing worker waits for Redis to come back, to report its last results. */
const farewellMs = 2_000;

/** After a failure of Redis. BullMQ's own 15 seconds would keep the worker from jobs long after Redis is back. */
const retryMs = 1_000;

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
): ServedQueue<z.output<Data>> {
  const underWay = createWaitGroup();

  const work = isTracing() ? inJobSpan(contract.name, process) : process;

  const run = async (job: Job, token?: string): Promise<z.output<Result>> => {
    const data = contract.data.safeParse(job.data);
    if (!data.success)
      throw new UnrecoverableError(
        `the job's data does not match the contract: ${data.error.message.slice(0, longestLogged)}`,
      );
    try {
      return await underWay.add(work(data.data, inHand(job)));
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
    runRetryDelay: retryMs,
  });
  worker.on("failed", (job, error) =>
    log.warn(
      { jobId: job?.id?.slice(0, longestLogged), attempt: job?.attemptsMade, error },
      `${contract.name} job failed`,
    ),
  );
  worker.on("error", () => undefined); // the connection's own listener logs it
  const here = createLocalExecutor<z.output<Data>>(contract.name, {
    most: concurrency,
    log,
    work: (id, data) => underWay.add(work(data, { id, attempt: 1, note: () => undefined })),
  });
  return {
    runLocally: here.run,
    async close() {
      here.stop();
      let isClosed = false;
      const closing = worker.close().finally(() => {
        isClosed = true;
      });
      closing.catch(() => undefined);
      await Promise.race([closing, leaveWithoutRedis(() => isClosed)]);
      await underWay.wait();
    },
  };

  /** Without Redis, `worker.close` would never return. So finish the running jobs and go; BullMQ later finds them stalled. */
  async function leaveWithoutRedis(isClosed: () => boolean): Promise<void> {
    for (let isThere = true; underWay.size() > 0 || isThere; ) {
      await underWay.wait();
      [isThere] = await Promise.all([answers(), delay(farewellMs)]);
      if (isClosed()) return;
    }
    log.warn({ queue: contract.name }, "Redis is away; another worker will find its jobs stalled");
  }

  /** Probe: a hanging Redis looks connected for a while. */
  async function answers(): Promise<boolean> {
    if (connection.status !== "ready") return false;
    return withTimeout(farewellMs, connection.ping()).then(
      () => true,
      () => false,
    );
  }
}
