import { BusyError } from "../shared/queues/errors.js";

/** How long a job whose environment is full steps aside, at first and at most. */
const leastWaitMs = 500;
const maxWaitMs = 4_000;

/**
 * Keeps capacity for each environment: what one authority leaves hanging takes nothing from those who ask the other.
 * @param each so much work of one environment at once; what is more steps aside
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
