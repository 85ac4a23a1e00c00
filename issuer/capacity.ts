import { BusyError } from "../shared/queues/errors.js";

/** How long a job is delayed when its environment is full: the first delay and the longest one. */
const leastWaitMs = 500;
const maxWaitMs = 4_000;

/**
 * Limits each environment on its own, so that an authority that hangs takes no capacity from the other environment.
 * @param each the most jobs of one environment at once. Further jobs are delayed with a BusyError
 */
export function createCapacity(each: number) {
  const underWay = { production: 0, homologation: 0 };

  return async function within<Result>(
    production: boolean,
    attempt: number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const environment = production ? "production" : "homologation";
    if (underWay[environment] >= each)
      throw new BusyError(
        `all places for ${environment} are taken`,
        Math.min(maxWaitMs, leastWaitMs * 2 ** (attempt - 1)),
      );
    underWay[environment] += 1;
    try {
      return await work();
    } finally {
      underWay[environment] -= 1;
    }
  };
}
