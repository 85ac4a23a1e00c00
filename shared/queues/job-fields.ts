import { z } from "zod";

/** The id of what is born by vouchers. */
export const rowId = z.int().min(1);

/** The id of a company or of what is its own: 32 bits in PostgreSQL. */
export const smallId = z.int32().min(1);

/** Where what asked for the job stands in its trace. What is none only keeps the job out of the trace. */
export const trace = z.string().max(55).optional().catch(undefined);

const longestRequestId = 64;

/** Id of a request: it ends in logs, and anybody who writes to Redis chooses it. So only the characters and length of our own remain. */
export const requestId = z.string().transform((text) => text.slice(0, longestRequestId).replace(/[^\w.-]/g, ""));
