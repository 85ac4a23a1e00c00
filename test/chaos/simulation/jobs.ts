import type { Process } from "./process.js";
import { isRedisAway } from "./redis.js";
import type { World } from "./world.js";

export interface JobOptions {
  attempts: number;
  /** Removes finished jobs, so that their id can be added again. */
  forgets: boolean;
}

/** How one run of a job ended, as in shared/queues/serve.ts. */
export type JobEnding = { done: true } | { laterMs: number } | { failed: true };

type Serve<Data> = (process: Process, data: Data, attemptsStarted: number) => Promise<JobEnding>;

interface Job<Data> {
  id: string;
  data: Data;
  options: JobOptions;
  attemptsMade: number;
  attemptsStarted: number;
  run: number;
}

/** A model of the queue. It loses, doubles and delays jobs, and gives the job of a stalled worker to another one. */
export function createJobQueue<Data>(world: World, workers: () => Process[], serve: Serve<Data>) {
  const { random, scheduler } = world;
  const jobs = new Map<string, Job<Data>>();

  function dispatch(job: Job<Data>, delayMs: number): void {
    const run = ++job.run;
    scheduler.after(delayMs, () => {
      if (jobs.get(job.id) !== job || job.run !== run) return;
      if (world.outages.has("redis")) return dispatch(job, 1_000);
      // A paused worker may have fetched the job right before its pause.
      const [first, ...others] = workers().filter(
        (worker) => worker.isAlive() && !isRedisAway(world, worker) && (!worker.isPaused() || random.chance(0.2)),
      );
      if (!first) return dispatch(job, 1_000);
      const worker = random.pick([first, ...others]);
      work(job, run, worker);
      if (world.fault("jobDoubled"))
        scheduler.after(random.between(0, 3_000), () => work(job, run, random.pick([first, ...others])));
    });
  }

  function work(job: Job<Data>, run: number, worker: Process): void {
    const attempt = ++job.attemptsStarted;
    worker.later(random.between(0, 10), () => {
      serve(worker, job.data, attempt).then((ending) => {
        if (job.run === run && jobs.get(job.id) === job) end(job, ending);
      });
    });
    watch(job, run, worker, worker.life());
  }

  function end(job: Job<Data>, ending: JobEnding): void {
    job.run++;
    if ("failed" in ending) job.attemptsMade++;
    if ("laterMs" in ending) {
      dispatch(job, ending.laterMs);
    } else if ("failed" in ending && job.attemptsMade < job.options.attempts) {
      dispatch(job, 1_000 * 2 ** (job.attemptsMade - 1) * random.between(0.5, 1));
    } else if (job.options.forgets) {
      jobs.delete(job.id);
    }
  }

  /** A worker that does not renew its job's lock for 15 seconds loses the job. */
  function watch(job: Job<Data>, run: number, worker: Process, life: number): void {
    scheduler.after(random.between(15_000, 20_000), () => {
      if (job.run !== run || jobs.get(job.id) !== job) return;
      if (worker.isAlive() && worker.life() === life && !worker.isPaused()) return watch(job, run, worker, life);
      dispatch(job, 0);
    });
  }

  return {
    add(id: string, data: Data, options: JobOptions): void {
      if (jobs.has(id)) return;
      const job: Job<Data> = { id, data, options, attemptsMade: 0, attemptsStarted: 0, run: 0 };
      if (world.fault("jobLost")) return;
      jobs.set(id, job);
      dispatch(job, world.fault("jobLate") ? random.between(500, 20_000) : random.between(0, 10));
    },
    /** Redis lost all its data. */
    flush: () => jobs.clear(),
  };
}

export type JobQueue<Data> = ReturnType<typeof createJobQueue<Data>>;
