import { Prisma } from "../generated/client.js";
import type { Database } from "../pool/database.js";

/**
 * Places in a line are drawn from one sequence of numbers. Those of patient issuances begin here, so that they stand behind all
 * others of their line. 2^53: as many are left for others, and a batch's id times its places still fits.
 */
export const backgroundPositions = Prisma.raw("9007199254740992");

/** One batch has this many places to give, so that batches follow each other. */
export const positionsPerBatch = Prisma.raw("1000");

/** Brings an issuance that nobody waited for to the front: now a caller does. It keeps its body, its deadline and its revision. */
export async function promote(db: Database, id: number): Promise<void> {
  await db.$executeRaw`
    UPDATE issuance SET queue_position = nextval('issuance_queue_position') WHERE id = ${id} AND state = 'queued' AND queue_position >= ${backgroundPositions}`;
}
