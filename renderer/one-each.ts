import { BusyError } from "../shared/queues/errors.js";

const waitMs = 1_000;

/** Runs one work for each id at a time, so that the copies of one huge voucher cannot hold all workers. Another one steps aside. */
export function createOneEach(): <T>(id: number, work: () => Promise<T>) => Promise<T> {
  const underWay = new Set<number>();
  return async (id, work) => {
    if (underWay.has(id)) throw new BusyError(`voucher ${id} is being printed`, waitMs);
    underWay.add(id);
    try {
      return await work();
    } finally {
      underWay.delete(id);
    }
  };
}
