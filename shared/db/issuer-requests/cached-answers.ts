import { activitiesName } from "../fragments/known-activities.js";
import type { AuthorityAnswer, AuthorityAsk } from "./authority-question.js";

const minuteMs = 60_000;

/** Key of a cached answer. Companies of one environment share some answers. */
export interface KeptName {
  name: string;
  isShared: boolean;
}

/**
 * Companies share tables and quotations, but not what registries tell: not all may see it. Undefined for questions that are always asked.
 * @param day the present one, `YYYYMMDD`
 */
export function cacheKeyOf(ask: AuthorityAsk, day: string): KeptName | undefined {
  switch (ask.kind) {
    case "person":
      return { name: `person:${ask.taxId}`, isShared: false };
    case "fceObligation":
      return { name: `fce:${ask.taxId}:${ask.date}`, isShared: false };
    case "table":
      return ask.table === "activities"
        ? { name: activitiesName, isShared: false }
        : { name: `table:${ask.table}`, isShared: true };
    case "quotation":
      return { name: `quotation:${ask.currency}:${ask.date ?? `last-${day}`}`, isShared: true };
    case "status":
    case "delegation":
    case "pointsOfSale":
    case "lastNumber":
    case "voucher":
    case "evidence":
    case "decide":
    case "adoptNumber":
    case "unclaimed":
    case "resolveReport":
      return undefined;
  }
}

/**
 * How long an answer that has a name is kept, in milliseconds; 0 = not at all. What the authority does not know, or tells only in part,
 * is not kept: it may know it, or tell the rest, a moment later.
 */
export function keptMsOf(ask: AuthorityAsk, answer: AuthorityAnswer): number {
  if (answer.outcome === "unavailable" || answer.outcome === "absent") return 0;
  if (answer.outcome === "person" && answer.partial) return 0;
  switch (ask.kind) {
    case "table":
      return (ask.table === "activities" ? 24 : 6) * 60 * minuteMs;
    // The minimum changes a few times a year, and the list of large companies twice.
    case "fceObligation":
      return 60 * minuteMs;
    default:
      return 10 * minuteMs;
  }
}
