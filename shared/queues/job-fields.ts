import { z } from "zod";

/** The id of a row, as PostgreSQL can hold it. */
export const rowId = z.int32().min(1);

const longestRequestId = 64;

/** It ends in logs, and anybody who can write to Redis chooses it. So only the characters and length of our own remain. */
export const requestId = z.string().transform((text) => text.slice(0, longestRequestId).replace(/[^\w.-]/g, ""));
