import { Prisma } from "../generated/client.js";

/**
 * Places in a line are drawn from one sequence of numbers. Those of patient issuances begin here, so that they stand behind all
 * others of their line. 2^62: the largest bigint is twice as much.
 */
export const patientPlaces = Prisma.raw("4611686018427387904");

/** One batch has this many places to give, so that batches follow each other. */
export const placesOfBatch = Prisma.raw("1000");
