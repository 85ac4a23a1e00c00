import type { Ledgers } from "../../support/readers/three-ledgers.js";
import type { Violation } from "../../support/readers/violations.js";
import { countBy, drawCounts } from "../count-table.js";
import type { FaultRow } from "./gaps.js";
import { type Loss, tellLoss } from "./lost.js";
import type { ClusterOptions } from "./options.js";

export interface DrillResult {
  options: ClusterOptions;
  rows: FaultRow[];
  ledgers: Ledgers;
  elements: { issued: number; failed: number };
  credits: number;
  settledSeconds: number;
  /** Commits of the probe that were acknowledged, and how many of them are gone. */
  probed: number;
  probesLost: number;
  losses: Loss[];
  violations: Violation[];
  /** The folder with what the violations are read from. */
  evidence: string | undefined;
  /** What the drill itself could not do: its result proves nothing then. */
  failures: string[];
}

const maxShown = 40;
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** The report of a drill, as text. */
export function writeReport(result: DrillResult): string {
  const {
    options,
    rows,
    ledgers,
    elements,
    credits,
    settledSeconds,
    probed,
    probesLost,
    losses,
    violations,
    failures,
    evidence,
  } = result;
  const { told, vouchers, granted } = ledgers;
  const answers = countBy(told, ({ answer }) =>
    answer ? `${answer.status} ${answer.code ?? ""}`.trim() : "no answer",
  );
  return [
    "",
    `Three hosts: ${options.minutes} minutes, seed ${options.seed}, ${options.clients} clients, commits ${options.synchronous ? "wait for a standby" : "wait for no standby"}`,
    "",
    `  vouchers     ${vouchers.length} ours, ${granted.length} granted`,
    `  beside sales ${elements.issued} elements of batches issued, ${elements.failed} failed; ${credits} credit notes`,
    `  acknowledged ${probed} commits of a probe on every host, of which ${probesLost} are lost`,
    `  settled      ${settledSeconds} s after the last fault`,
    "",
    ...drawTable(rows, losses),
    "",
    ...(losses.length > 0 ? ["  losses", ...losses.map((one) => `    ${one.fault}: ${tellLoss(one)}`), ""] : []),
    "  answers",
    ...drawCounts(answers),
    "",
    ...(failures.length > 0 ? ["  the drill itself failed", ...failures.map((one) => `    ${one}`), ""] : []),
    ...violations.slice(0, maxShown).map(({ invariant, text }) => `  ${invariant.padEnd(6)} ${text}`),
    verdictOf(result),
    ...(evidence ? [`The tables, the authority's books, the answers and the logs: ${evidence}`] : []),
  ].join("\n");
}

/** The last word, which is a good one only of a drill that did what it was to do. */
export function verdictOf({ options, violations, failures }: Pick<DrillResult, "options" | "violations" | "failures">) {
  if (violations.length > 0) return `${violations.length} violations.`;
  if (failures.length > 0) return "No violation was seen, and that proves nothing: the drill itself failed.";
  return options.synchronous
    ? "Nothing is lost, nothing is doubled, and every answer was true."
    : "What was lost is told and has its key again, and nothing is doubled.";
}

/**
 * A line for each kind of fault. The gap is the longest time in which nobody was served. Requests that were refused or got no answer
 * until all was whole again are followed to what became of their sales. After a loss it says how many vouchers were lost, how many of them
 * reconcile named, and how many have their keys again.
 */
function drawTable(rows: FaultRow[], losses: Loss[]): string[] {
  const headings = [
    "fault",
    "times",
    "gap p50",
    "gap worst",
    "served",
    "refused",
    "unknown",
    "then issued",
    "then refused",
    "left",
    ...(losses.length > 0 ? ["lost", "named", "bound again"] : []),
  ];
  const cells = rows.map((row) => [
    row.fault,
    `${row.times}`,
    seconds(row.gapP50Ms),
    seconds(row.gapWorstMs),
    ...[row.served, row.refused, row.unknown, row.thenIssued, row.thenRefused, row.left].map(String),
    ...(losses.length > 0 ? countLost(losses.filter(({ fault }) => fault === row.fault)) : []),
  ]);
  return [headings, headings.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`);
}

const countLost = (losses: Loss[]): string[] =>
  [losses.map(({ vouchers }) => vouchers.length), losses.map(({ told }) => told), losses.map(({ bound }) => bound)].map(
    (counts) => `${counts.reduce((sum, one) => sum + one, 0)}`,
  );
