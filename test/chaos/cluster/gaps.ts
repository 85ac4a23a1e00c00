import type { Exchange } from "../../support/readers/exchange.js";
import { isFinal } from "../../support/readers/exchange.js";

/** A fault, and what the callers had of it until everything was whole again. */
export interface Struck {
  fault: string;
  host: string;
  atMs: number;
  untilMs: number;
  /** Another PostgreSQL had to become the primary. */
  movesPrimary?: boolean;
}

export interface FaultRow {
  fault: string;
  times: number;
  /** The longest time in which nobody was served, after each: the middle one and the worst. */
  gapP50Ms: number;
  gapWorstMs: number;
  served: number;
  /** Answers other than a voucher. */
  refused: number;
  /** Requests without an answer of ours. */
  unknown: number;
  /** What became of the sales of those two: a voucher, a final refusal, or nothing yet. */
  thenIssued: number;
  thenRefused: number;
  left: number;
}

const isVoucher = ({ answer }: Exchange) => answer !== undefined && answer.status <= 201;

/** The longest time without a success between the fault and its end. */
export function longestGap(successes: number[], { atMs, untilMs }: Pick<Struck, "atMs" | "untilMs">): number {
  const within = successes.filter((one) => one > atMs && one < untilMs).sort((one, other) => one - other);
  const times = [atMs, ...within, untilMs];
  return Math.max(...times.slice(1).map((one, index) => one - (times[index] ?? one)));
}

/** One row for each kind of fault, in the order in which they first struck. */
export function tellFaults(struck: Struck[], told: Exchange[]): FaultRow[] {
  const successes = told.filter(isVoucher).map(({ answer }) => answer?.atMs ?? 0);
  const fates = fatesOf(told);
  return [...new Set(struck.map(({ fault }) => fault))].map((fault) => {
    const ofKind = struck.filter((one) => one.fault === fault);
    const gaps = ofKind.map((one) => longestGap(successes, one)).sort((one, other) => one - other);
    const asked = told.filter(({ sentAtMs }) => ofKind.some((one) => sentAtMs >= one.atMs && sentAtMs < one.untilMs));
    const troubled = asked.filter((one) => !isVoucher(one));
    const sales = [...new Set(troubled.map(saleOf))].map((sale) => fates.get(sale));
    const count = (fate: Fate) => sales.filter((one) => one === fate).length;
    return {
      fault,
      times: ofKind.length,
      gapP50Ms: gaps[Math.floor((gaps.length - 1) / 2)] ?? 0,
      gapWorstMs: gaps.at(-1) ?? 0,
      served: asked.length - troubled.length,
      refused: troubled.filter(({ answer }) => answer !== undefined).length,
      unknown: troubled.filter(({ answer }) => answer === undefined).length,
      thenIssued: count("issued"),
      thenRefused: count("refused"),
      left: count("left"),
    };
  });
}

type Fate = "issued" | "refused" | "left";

const saleOf = ({ company, production, idempotency }: Exchange) => `${company}/${production}/${idempotency}`;

/** What became of each sale: a voucher by any answer, else a refusal that a caller may believe, else nothing yet. */
function fatesOf(told: Exchange[]): Map<string, Fate> {
  const fates = new Map<string, Fate>();
  for (const one of told) {
    const sale = saleOf(one);
    const before = fates.get(sale) ?? "left";
    const refused = one.answer !== undefined && isFinal(one.answer) ? "refused" : before;
    fates.set(sale, isVoucher(one) || before === "issued" ? "issued" : refused);
  }
  return fates;
}
