import { Prisma } from "../generated/client.js";

/**
 * Places in a line are drawn from one sequence of numbers. Those of patient issuances begin here, so that they stand behind all
 * others of their line. 2^53: as many are left for others, and a batch's id times its places still fits.
 */
export const patientPlaces = Prisma.raw("9007199254740992");

/** One batch has this many places to give, so that batches follow each other. */
export const placesOfBatch = Prisma.raw("1000");
