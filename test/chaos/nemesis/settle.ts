import { setTimeout as sleep } from "node:timers/promises";
import type { System } from "../../support/processes/open-system.js";
import type { Violation } from "../../support/readers/violations.js";
import { sequenceOf, tenantOf } from "./places.js";
import { readKeysInDoubt, readStanding, type Wait } from "./waits.js";

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
  /** Whether somebody prints; so unless told. */
  hasPrinter?: boolean;
  onWait(open: Open[]): void;
}

/**
 * Waits until nothing is open but what an operator leaves, and what stands behind it. Each thing has two minutes, counted from the moment
 * when the last decision was made that it had to wait for.
 */
export async function awaitSettled(
  system: System,
  { others, leaves, hasPrinter = true, onWait }: SettleOptions,
): Promise<Settling> {
  const startedAtMs = performance.now();
  const judge = settlingFrom(startedAtMs, leaves);
  const judgePrints = printsFrom(startedAtMs);
  for (;;) {
    const waits = leaves ? [...(await readStanding(system)), ...(await readKeysInDoubt(system))] : [];
    const unprinted = hasPrinter ? judgePrints(await readPrints(system), performance.now()) : [];
    const open = [...(await listOpen(system)), ...unprinted, ...((await others?.()) ?? [])];
    const nowMs = performance.now();
    const { isOver, overdue } = judge({ open, waits, nowMs });
    if (isOver)
      return {
        seconds: Math.round((nowMs - startedAtMs) / 1_000),
        violations: overdue.map(({ invariant, text }) => ({ invariant, text })),
      };
    onWait(open);
    await sleep(500);
  }
}

/** Judges one look after the other: whether the wait is over, and what had its time and is open all the same. */
export function settlingFrom(
  startedAtMs: number,
  leaves: SettleOptions["leaves"],
): (seen: { open: Open[]; waits: Wait[]; nowMs: number }) => { isOver: boolean; overdue: Open[] } {
  /** When a person was last waited for, by sequence. */
  const decidedAtMs = new Map<string, number>();
  return ({ open, waits, nowMs }) => {
    for (const { place } of waits) decidedAtMs.set(place, nowMs);
    const passed = (place: string | undefined) =>
      nowMs - Math.max(startedAtMs, (place !== undefined && decidedAtMs.get(place)) || 0);
    const isTooLate = nowMs - startedAtMs > decideWithinMs;
    const overdue = open.filter(
      ({ place, isYoung }) =>
        !isYoung && (passed(place) > settleWithinMs || (isTooLate && !isLeft(place, waits, leaves))),
    );
    return { overdue, isOver: overdue.length > 0 || open.every(({ place }) => isLeft(place, waits, leaves)) };
  };
}

/** Something that is left stands in its way, and nothing that will be decided. */
function isLeft(place: string | undefined, waits: Wait[], leaves: SettleOptions["leaves"]): boolean {
  const inTheWay = waits.filter((one) => one.place === place);
  return inTheWay.length > 0 && inTheWay.every(({ name }) => leaves?.(name));
}

/** The issuances, reports and contingencies that have not settled. */
export async function listOpen({ sql }: Pick<System, "sql">): Promise<Open[]> {
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

/** How it stands with the PDFs. */
export interface Prints {
  made: number;
  missing: number;
  /** Those of the missing that may be tried now. After a failed try a PDF rests: 30 seconds, and twice as long each time. */
  due: number;
  /** The tries that failed. */
  tried: string | null;
}

export async function readPrints({ sql }: Pick<System, "sql">): Promise<Prints> {
  const [row] = await sql<Prints & Record<string, unknown>>(`
    SELECT count(*) FILTER (WHERE v.has_pdf)::int AS made, count(*) FILTER (WHERE NOT v.has_pdf)::int AS missing,
      count(*) FILTER (WHERE NOT v.has_pdf AND coalesce(t.due_at < now(), true))::int AS due,
      string_agg('voucher ' || v.id || ' after ' || t.attempt_count || ' tries: ' || coalesce(t.reason, 'the renderer died'), '; ')
        FILTER (WHERE NOT v.has_pdf AND t.attempt_count > 0) AS tried
    FROM voucher v LEFT JOIN print_attempt t ON t.voucher_id = v.id AND t.versions = '1' WHERE v.source <> 'rcel'`);
  return { made: 0, missing: 0, due: 0, tried: null, ...row };
}

/** Judges one look at the PDFs after the other. */
export function printsFrom(startedAtMs: number): (prints: Prints, nowMs: number) => Open[] {
  let before = 0;
  let atMs = startedAtMs;
  return ({ made, missing, due, tried }, nowMs) => {
    if (made > before || due === 0) atMs = nowMs;
    before = made;
    const isYoung = nowMs - atMs < printsWithinMs;
    const text = `${missing} vouchers have no PDF, and none was made for a minute (${tried ?? "none was tried"})`;
    return missing === 0 ? [] : [{ invariant: "I9", place: undefined, text, isYoung }];
  };
}
