import type { Tenant } from "../shared/domain/tenant.js";
import { BusyError } from "../shared/queues/errors.js";

/** How long a job waits in line for a place. Then it is delayed: this long at first, and at most four seconds. */
const lineMs = 500;
const maxDelayMs = 4_000;

/** How many jobs of one environment run and wait at once, at most: the queue must give a process as many. */
export const mostJobs = (each: number): number => 2 * each;

export type Capacity = <Result>(tenant: Tenant, attempt: number, work: () => Promise<Result>) => Promise<Result>;

/**
 * Limits each environment on its own, so that an authority that hangs takes no capacity from the other environment. When all places
 * are taken, the next free one goes to the company that holds the fewest: a company that sends hundreds at once delays another's one
 * by no more than it takes until any place is free.
 * @param each the most jobs of one environment at once. As many wait in line; further ones are delayed with a BusyError
 */
export function createCapacity(each: number): Capacity {
  const environments = { production: openPlaces(each), homologation: openPlaces(each) };

  return async (tenant, attempt, work) => {
    const environment = tenant.production ? "production" : "homologation";
    const places = environments[environment];
    if (!(await places.take(tenant.companyId)))
      throw new BusyError(`all places for ${environment} are taken`, Math.min(maxDelayMs, lineMs * 2 ** (attempt - 1)));
    try {
      return await work();
    } finally {
      places.leave(tenant.companyId);
    }
  };
}

interface Waiting {
  companyId: number;
  end(took: boolean): void;
}

function openPlaces(each: number) {
  let taken = 0;
  const held = new Map<number, number>();
  const line = new Set<Waiting>();

  function hold(companyId: number, places: 1 | -1): void {
    const left = (held.get(companyId) ?? 0) + places;
    if (left === 0) held.delete(companyId);
    else held.set(companyId, left);
    taken += places;
  }

  /** The first in line of the company that holds the fewest places. */
  function findNext(): Waiting | undefined {
    let next: Waiting | undefined;
    const heldBy = (waiting: Waiting) => held.get(waiting.companyId) ?? 0;
    for (const waiting of line) if (!next || heldBy(waiting) < heldBy(next)) next = waiting;
    return next;
  }

  return {
    /** False when no place became free in time. */
    async take(companyId: number): Promise<boolean> {
      if (taken < each) {
        hold(companyId, 1);
        return true;
      }
      if (line.size >= each) return false;
      return new Promise((resolve) => {
        const waiting: Waiting = {
          companyId,
          end(took) {
            clearTimeout(timer);
            line.delete(waiting);
            resolve(took);
          },
        };
        const timer = setTimeout(() => waiting.end(false), lineMs);
        line.add(waiting);
      });
    },
    leave(companyId: number): void {
      hold(companyId, -1);
      const next = findNext();
      if (!next) return;
      hold(next.companyId, 1);
      next.end(true);
    },
  };
}
