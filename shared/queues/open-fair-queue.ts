import type { JobsOptions } from "bullmq";
import type { Redis } from "ioredis";
import type { z } from "zod";
import type { QueueContract } from "./define-queue.js";
import { type ArrivingJob, assignFairPriorities, type Flow } from "./fair-priorities.js";
import { openQueue } from "./open-queue.js";

export interface FairJob<Data> extends ArrivingJob {
  data: Data;
}

export interface FairQueue<Data> {
  /** Adds a job in its party's turn. Does nothing while a job of this id waits, runs or is remembered. */
  add(jobId: string, data: Data, turn: Flow, options?: JobsOptions): Promise<void>;
  /** Adds several jobs, in their order: two trips to Redis. */
  addAll(jobs: readonly FairJob<Data>[], options?: JobsOptions): Promise<void>;
  /** Adds a job also when one of this id has ended: that is forgotten. True when the job was added. */
  requeue(jobId: string, data: Data, turn: Flow, options?: JobsOptions): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * The producing side of a queue that its parties use in turn. A job is tried once: what is still to be done stands in the
 * database, and a sweep adds it again at its party's turn. A job that waited for its retry would come back at an old one.
 */
export function openFairQueue<Data extends z.ZodType, Result extends z.ZodType>(
  contract: QueueContract<Data, Result>,
  connection: Redis,
): FairQueue<z.output<Data>> {
  const queue = openQueue(contract, connection);
  type Own = FairQueue<z.output<Data>>;
  const addAll: Own["addAll"] = async (jobs, options) => {
    await queue.ready();
    const priorities = await assignFairPriorities(connection, contract.name, jobs);
    const added = jobs.flatMap(({ jobId, data }, at) => {
      const priority = priorities[at];
      return priority === undefined ? [] : [{ jobId, data, options: { attempts: 1, ...options, priority } }];
    });
    if (added.length > 0) await queue.addAll(added);
  };
  const add: Own["add"] = (jobId, data, turn, options) => addAll([{ jobId, data, turn }], options);
  return {
    add,
    addAll,
    async requeue(jobId, data, turn, options) {
      if (await queue.isUnderWay(jobId)) return false;
      await queue.withdraw(jobId);
      await add(jobId, data, turn, options);
      return true;
    },
    close: queue.close,
  };
}
