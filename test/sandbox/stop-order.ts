/** The order of stopping. A service stops after the processes that use it. */
const stages = ["api", "workers", "outside", "redis", "postgres"] as const;
export type StopStage = (typeof stages)[number];

export interface StopOrder {
  /** Registers how to stop something. Once stopping has begun, stops it at once. */
  add(stage: StopStage, stop: () => Promise<unknown>): void;
  /** Stops stage after stage, and everything of one stage in parallel. A failure does not prevent the other stops. */
  stopAll(): Promise<void>;
}

export function createStopOrder(): StopOrder {
  const stops: { stage: StopStage; stop: () => Promise<unknown> }[] = [];
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
