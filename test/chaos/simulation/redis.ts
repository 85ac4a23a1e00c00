import type { Process } from "./process.js";
import type { World } from "./world.js";

/** What a process knows of Redis: a model of shared/queues/redis-breaker.ts. */
export interface RedisBreaker {
  isTripped(): boolean;
  isRecovering(): boolean;
  /** A command of this process failed. */
  failed(): void;
}

const lookEveryMs = 500;
const lookAgainEveryMs = 250;
const unsettledMs = 15_000;

export const redisCutName = ({ name }: Pick<Process, "name">) => `the way of ${name} to Redis`;

/** Redis is away for this process: it is killed, hangs, refuses writes, or the network is cut. */
export const isRedisAway = ({ outages }: World, process: Process): boolean =>
  outages.has("redis") || outages.has(redisCutName(process));

/** Of one life of a process. It looks without a step of the process, so that a look is no further chance of a crash. */
export function createRedisBreaker(world: World, process: Process): RedisBreaker {
  const { scheduler } = world;
  const life = process.life();
  let isFailing = false;
  let awayAtMs = Number.NEGATIVE_INFINITY;

  function note(isTripped: boolean): void {
    isFailing = isTripped;
    if (isTripped) awayAtMs = scheduler.nowMs();
  }
  function look(): void {
    if (!process.isAlive() || process.life() !== life) return;
    if (!process.isPaused()) note(isRedisAway(world, process));
    scheduler.after(isFailing ? lookAgainEveryMs : lookEveryMs, look);
  }
  scheduler.after(lookEveryMs, look);

  return {
    isTripped: () => isFailing,
    isRecovering: () => isFailing || scheduler.nowMs() - awayAtMs < unsettledMs,
    failed: () => note(true),
  };
}
