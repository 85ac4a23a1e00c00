import { countBy } from "../count-table.js";
import { livingEndpoints, type Told } from "./endpoints.js";
import type { LedgerEvent } from "./ledger.js";

export interface Judgement {
  /** What the ledger holds, by type. */
  events: Map<string, number>;
  deliveries: number;
  /** Deliveries of an event to an endpoint beyond the first. */
  repeated: number;
  /** What a living endpoint lacks. More may come as long as not everything is settled. */
  missing: string[];
  /** What no time can mend. */
  violations: string[];
}

/**
 * Every event of the ledger has one id, under which each living endpoint got it at least once, signed. Nothing else was told.
 * Source: api/README.md, "Webhooks".
 */
export function judge(ledger: LedgerEvent[], told: Told[]): Judgement {
  const held = countBy(ledger, wordsOf);
  const idsOf = new Map<string, Set<string>>();
  const wordsOfId = new Map<string, string>();
  const violations = new Set<string>();
  for (const one of told) {
    const { endpoint, eventId, isSigned } = one;
    const words = wordsOf(toEvent(one));
    if (!isSigned) violations.add(`${endpoint} got ${words} with a signature that does not verify`);
    if (!held.has(words)) violations.add(`${endpoint} got ${words}, which the ledger does not hold`);
    const before = wordsOfId.get(eventId) ?? words;
    if (before !== words) violations.add(`${eventId} is both ${before} and ${words}`);
    wordsOfId.set(eventId, words);
    for (const place of [words, `${endpoint} ${words}`]) idsOf.set(place, (idsOf.get(place) ?? new Set()).add(eventId));
  }

  const missing: string[] = [];
  for (const [words, count] of held) {
    const ids = idsOf.get(words)?.size ?? 0;
    if (ids > count) violations.add(`${words} was told under ${ids} ids, but happened ${count} times`);
    for (const endpoint of livingEndpoints) {
      const came = idsOf.get(`${endpoint} ${words}`)?.size ?? 0;
      if (came < count) missing.push(`${endpoint} got ${came} of ${count}: ${words}`);
    }
  }
  const distinct = new Set(told.map(({ endpoint, eventId }) => `${endpoint} ${eventId}`)).size;
  return {
    events: countBy(ledger, ({ type }) => type),
    deliveries: told.length,
    repeated: told.length - distinct,
    missing,
    violations: [...violations],
  };
}

/** Settled events have their voucher in a field of its own. */
const toEvent = ({ type, data }: Told): LedgerEvent => ({ ...data.voucher, ...data, type });

const wordsOf = ({ type, idempotency, id, voucherNumber, cae, recipient, outcome }: LedgerEvent): string =>
  [type, idempotency, id, voucherNumber, cae, recipient, outcome].map((value) => value ?? "-").join(" ");
