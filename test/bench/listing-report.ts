import type { IssueRates } from "./issue-rate.js";
import { median } from "./issue-rate.js";
import type { Measured } from "./measure-class.js";

export type Run = { rows: number; classes: Measured[] };

/** The goals: p99 by kind in milliseconds, growth from the smallest to the largest size, and the rate of issuing. */
const p99GoalMs: Record<Measured["kind"], number> = { direct: 50, page: 50, scan: 500 };
const growthGoal = 1.5;
const issuingGoal = 0.95;

export function goals(runs: Run[], issuing: IssueRates | undefined): Record<string, boolean> {
  const largest = runs.at(-1)?.classes ?? [];
  return {
    ...Object.fromEntries(largest.map(({ name, kind, p99Ms }) => [`p99: ${name}`, p99Ms <= p99GoalMs[kind]])),
    ...(runs.length > 1 && {
      ...Object.fromEntries(largest.map(({ name }) => [`growth: ${name}`, growth(runs, name) <= growthGoal])),
    }),
    ...(issuing && { issuing: issuing.ratio >= issuingGoal }),
  };
}

/** The time of a request alone in the largest database, divided by that in the smallest. */
function growth(runs: Run[], name: string): number {
  const aloneMs = (run: Run | undefined) => run?.classes.find((each) => each.name === name)?.aloneMs ?? Number.NaN;
  return aloneMs(runs.at(-1)) / aloneMs(runs[0]);
}

export function toTable(runs: Run[], issuing: IssueRates | undefined): string {
  const lines: string[] = [];
  for (const run of runs) {
    lines.push(
      `\n${run.rows.toLocaleString("en")} vouchers, milliseconds`,
      row(["", "total", "cold", "alone", "p50", "p99", "requests/s", "database", "growth"]),
    );
    for (const each of run.classes) {
      const mark = each.p99Ms <= p99GoalMs[each.kind] ? "" : ` > ${p99GoalMs[each.kind]}`;
      lines.push(
        row([
          `${each.kind.padEnd(7)}${each.name}`,
          each.total.toLocaleString("en"),
          ...[each.coldMs, each.aloneMs].map((ms) => ms.toFixed(1)),
          `${each.p50Ms}`,
          `${each.p99Ms}`,
          each.requestsPerSecond.toFixed(0),
          each.databaseMs.toFixed(1),
          run === runs[0] ? "" : `${growth(runs, each.name).toFixed(2)}x`,
        ]) +
          mark +
          (each.failures > 0 ? ` ${each.failures} FAILED` : ""),
      );
    }
  }
  if (issuing) {
    const rate = (rates: number[]) => median(rates).toFixed(1);
    lines.push(
      `\nvouchers a second: ${rate(issuing.empty)} empty, ${rate(issuing.full)} full; full is ${(issuing.ratio * 100).toFixed(1)} % of empty`,
    );
  }
  return lines.join("\n");
}

const widths = [37, 11, 9, 8, 7, 7, 11, 9, 8];
const row = (cells: string[]) =>
  cells
    .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
    .join("");
