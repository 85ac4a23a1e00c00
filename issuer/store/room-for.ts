import type { BatchLimits } from "../../shared/db/issuing/write-ahead.js";

/** A statement may take so many times the room that its orders got. */
const maxTimes = 10;

/**
 * The weight of an order for numbers in a statement for several sequences: the vouchers that are expected. Most lines hold fewer than
 * one call may take, and by what it may take two sequences would fill a statement.
 */
export const roomFor = ({ limit, backgroundLimit = limit, expected = backgroundLimit }: BatchLimits): number =>
  Math.max(Math.min(expected, backgroundLimit), Math.ceil(backgroundLimit / maxTimes));
