/** What is stopped when: nothing before those that use it. */
const stages = ["api", "workers", "outside", "redis", "postgres"] as const;
export type Stage = (typeof stages)[number];

export interface StopOrder {
  /** Remembers how to stop something; once stopping has begun, stops it at once. */
  add(stage: Stage, stop: () => Promise<unknown>): void;
  /** Stops stage after stage, everything of one stage at the same time; a failure keeps nothing else running. */
  stopAll(): Promise<void>;
}

export function createStopOrder(): StopOrder {
  const stops: { stage: Stage; stop: () => Promise<unknown> }[] = [];
  let isStopping = false;
  return {
    add(stage, stop) {
      if (isStopping) void stop().catch(() => undefined);
      else stops.push({ stage, stop });
    },
    async stopAll() {
      isStopping = true;
      for (const stage of stages) {
        await Promise.allSettled(stops.filter((one) => one.stage === stage).map(({ stop }) => stop()));
      }
    },
  };
}
