import type { Tenant } from "../../shared/domain/tenant.js";
import { BusyError } from "../../shared/queues/errors.js";

/** How long a job waits in line for a place. Then it is delayed: this long at first, and at most four seconds. */
const lineMs = 500;
const maxDelayMs = 4_000;

/**
 * How long a company counts as active after its latest job began or asked to begin. Long enough that a company which sends hundreds at
 * once does not find itself alone by chance and take every place before the next sale of the others.
 */
const activeMs = 60_000;

/** Production and homologation, each with its own capacity. */
export const environments = 2;

/** How many questions that issue nothing one process asks at once, per environment. */
export const taxauthConcurrency = 50;

/** How many jobs of one environment run and wait at once, at most: the queue must give a process as many. */
export const maxJobs = (each: number): number => 2 * each;

export type TimeSlicedSemaphore = <Result>(
  tenant: Tenant,
  attempt: number,
  work: (turn: TimeSlice) => Promise<Result>,
) => Promise<Result>;

/** The time of a job in its place. */
export interface TimeSlice {
  /** The job has had its time, and another job of its company waits for the place. */
  isOver(): boolean;
}

/** How long a job may keep a place that another of its company waits for. */
const turnMs = 1_000;

/** How many of the places one company may hold while others are active. When it is alone it may hold all. */
export const tenantShare = (each: number): number => Math.ceil(each / 10);

/**
 * Limits each environment on its own, so that an authority that hangs takes no capacity from the other environment. While several
 * companies are active, one holds a part of the places at most: a company that sends hundreds at once takes neither the last place
 * nor the whole machine. The next free place goes to the company that holds the fewest.
 * @param each the most jobs of one environment at once. As many wait in line; further ones are delayed with a BusyError
 * @param part the most jobs of one company at once while others are active
 */
export function createTimeSlicedSemaphore(each: number, part = each): TimeSlicedSemaphore {
  const placesOf = { production: openPlaces(each, part), homologation: openPlaces(each, part) };

  return async (tenant, attempt, work) => {
    const environment = tenant.production ? "production" : "homologation";
    const places = placesOf[environment];
    if (!(await places.take(tenant.companyId)))
      throw new BusyError(`all places for ${environment} are taken`, Math.min(maxDelayMs, lineMs * 2 ** (attempt - 1)));
    const endsAtMs = performance.now() + turnMs;
    const turn = { isOver: () => performance.now() >= endsAtMs && places.isWaitedFor(tenant.companyId) };
    try {
      return await work(turn);
    } finally {
      places.leave(tenant.companyId);
    }
  };
}

interface CapacityWaiter {
  companyId: number;
  end(took: boolean): void;
}

function openPlaces(each: number, part: number) {
  let taken = 0;
  const held = new Map<number, number>();
  const line = new Set<CapacityWaiter>();
  const seenActive = createSeen();

  const heldBy = (companyId: number) => held.get(companyId) ?? 0;

  function hold(companyId: number, places: 1 | -1): void {
    const left = heldBy(companyId) + places;
    if (left === 0) held.delete(companyId);
    else held.set(companyId, left);
    taken += places;
  }

  function mayTake(companyId: number): boolean {
    const most = seenActive.othersThan(companyId) ? part : each;
    return taken < each && heldBy(companyId) < most;
  }

  /** The first in line of the company that holds the fewest places, of those that may take one. */
  function findNext(): CapacityWaiter | undefined {
    let next: CapacityWaiter | undefined;
    for (const waiting of line)
      if (mayTake(waiting.companyId) && (!next || heldBy(waiting.companyId) < heldBy(next.companyId))) next = waiting;
    return next;
  }

  /** Makes room in a full line: the latest of the company with the most in it goes, when `companyId` would have fewer. */
  function makeRoom(companyId: number): boolean {
    if (line.size < each) return true;
    const inLine = new Map<number, number>();
    let latest: CapacityWaiter | undefined;
    for (const waiting of line) {
      const count = (inLine.get(waiting.companyId) ?? 0) + 1;
      inLine.set(waiting.companyId, count);
      if (!latest || count >= (inLine.get(latest.companyId) ?? 0)) latest = waiting;
    }
    if (!latest || (inLine.get(latest.companyId) ?? 0) <= (inLine.get(companyId) ?? 0) + 1) return false;
    latest.end(false);
    return true;
  }

  return {
    /** False when no place became free in time. */
    async take(companyId: number): Promise<boolean> {
      seenActive.note(companyId);
      if (mayTake(companyId)) {
        hold(companyId, 1);
        return true;
      }
      if (!makeRoom(companyId)) return false;
      return new Promise((resolve) => {
        const waiting: CapacityWaiter = {
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
    /** Whether another job of the company waits for a place. */
    isWaitedFor(companyId: number): boolean {
      for (const waiting of line) if (waiting.companyId === companyId) return true;
      return false;
    },
    leave(companyId: number): void {
      hold(companyId, -1);
      for (let next = findNext(); next; next = findNext()) {
        hold(next.companyId, 1);
        next.end(true);
      }
    },
  };
}

/** The companies that were active of late, the latest last. */
function createSeen() {
  const lastMs = new Map<number, number>();
  return {
    note(companyId: number): void {
      lastMs.delete(companyId);
      lastMs.set(companyId, performance.now());
    },
    othersThan(companyId: number): boolean {
      for (const [other, at] of lastMs) {
        if (performance.now() - at <= activeMs) break;
        lastMs.delete(other);
      }
      return lastMs.size > (lastMs.has(companyId) ? 1 : 0);
    },
  };
}
