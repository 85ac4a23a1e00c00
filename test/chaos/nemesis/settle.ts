import { setTimeout as sleep } from "node:timers/promises";
import type { System } from "../../support/processes/open-system.js";
import type { Violation } from "../../support/readers/violations.js";
import { sequenceOf, tenantOf } from "./places.js";
import { readWaits, type Wait } from "./waits.js";

/** The time within which everything must settle once the faults are over. Source: issuer/README.md, section 9, I10. */
export const settleWithinMs = 120_000;

/** A person has decided everything by then, or cannot. */
const decideWithinMs = 600_000;

export interface Settling {
  seconds: number;
  violations: Violation[];
}

/** Something that has not settled. */
export interface Open {
  invariant: string;
  text: string;
  /** The sequence or environment that it belongs to. */
  place: string | undefined;
  /** There is still time for it. */
  isYoung?: boolean;
}

interface SettleOptions {
  /** What is open besides what the database shows. */
  others?: () => Promise<Open[]>;
  /** What an operator never decides. Without it, nothing may wait for a person. */
  leaves?: (name: string) => boolean;
  onWait(open: Open[]): void;
}

/**
 * Waits until nothing is open but what an operator leaves, and what stands behind it. Each thing has two minutes, counted from the moment
 * when the last decision was made that it had to wait for.
 */
export async function awaitSettled(system: System, { others, leaves, onWait }: SettleOptions): Promise<Settling> {
  const startedAtMs = performance.now();
  const listUnprinted = watchPrints(system);
  const sinceOf = new Map<string, number>();
  for (;;) {
    const waits = leaves ? await readWaits(system) : [];
    const open = [...(await listOpen(system)), ...(await listUnprinted()), ...((await others?.()) ?? [])];
    const nowMs = performance.now();
    for (const { place } of waits) sinceOf.set(place, nowMs);
    const isOver = ({ place, isYoung }: Open) =>
      !isYoung && nowMs - Math.max(startedAtMs, (place !== undefined && sinceOf.get(place)) || 0) > settleWithinMs;
    const isTooLate = nowMs - startedAtMs > decideWithinMs;
    const overdue = open.filter(
      (one) => isOver(one) || (isTooLate && !one.isYoung && !isLeft(one.place, waits, leaves)),
    );
    const seconds = Math.round((nowMs - startedAtMs) / 1_000);
    if (overdue.length > 0) return { seconds, violations: overdue.map(({ invariant, text }) => ({ invariant, text })) };
    if (open.every(({ place }) => isLeft(place, waits, leaves))) return { seconds, violations: [] };
    onWait(open);
    await sleep(500);
  }
}

/** Something that is left stands in its way, and nothing that will be decided. */
function isLeft(place: string | undefined, waits: Wait[], leaves: SettleOptions["leaves"]): boolean {
  const inTheWay = waits.filter((one) => one.place === place);
  return inTheWay.length > 0 && inTheWay.every(({ name }) => leaves?.(name));
}

/** The issuances, reports and contingencies that have not settled. */
async function listOpen({ sql }: System): Promise<Open[]> {
  const open = await sql<{ place: string; open: number; what: "issuances" | "reports" }>(`
    SELECT ${sequenceOf("i")} AS place, count(*)::int AS open, 'issuances' AS what
    FROM issuance i JOIN company c ON c.id = i.company_id WHERE i.state IN ('queued', 'submitted') GROUP BY 1
    UNION ALL SELECT ${sequenceOf("r")}, count(*)::int, 'reports'
    FROM caea_report r JOIN company c ON c.id = r.company_id WHERE r.state NOT IN ('reported', 'givenUp') GROUP BY 1`);
  const lasting = await sql<{ place: string }>(`
    SELECT ${tenantOf("t")} AS place FROM contingency t JOIN company c ON c.id = t.company_id WHERE t.active_since IS NOT NULL`);
  return [
    ...open.map(({ place, open: count, what }) => ({
      ...{ invariant: what === "reports" ? "I10 I19" : "I10", place },
      text: `${count} ${what} of ${place} are open`,
    })),
    ...lasting.map(({ place }) => ({ invariant: "I20", place, text: `the contingency of ${place} goes on` })),
  ];
}

/** How many PDFs there are to make depends on the load, so there is no limit for all of them: each minute must bring one. */
const printsWithinMs = 60_000;

/** Tells of vouchers without a PDF. */
function watchPrints({ sql }: System): () => Promise<Open[]> {
  let before = 0;
  let atMs = performance.now();
  return async () => {
    const [row] = await sql<{ missing: number; made: number }>(
      "SELECT count(*) FILTER (WHERE NOT has_pdf)::int AS missing, count(*) FILTER (WHERE has_pdf)::int AS made FROM voucher",
    );
    const { missing = 0, made = 0 } = row ?? {};
    if (made > before) atMs = performance.now();
    before = made;
    if (missing === 0) return [];
    const isYoung = performance.now() - atMs < printsWithinMs;
    return [
      {
        invariant: "I9",
        place: undefined,
        text: `${missing} vouchers have no PDF, and none was made for a minute`,
        isYoung,
      },
    ];
  };
}
