import type { Ledgers } from "../../support/readers/three-ledgers.js";
import type { Violation } from "../../support/readers/violations.js";
import { countBy, drawCounts } from "../count-table.js";
import type { ElementsReport } from "./elements.js";
import type { HistoryReport } from "./history.js";
import type { NemesisOptions } from "./options.js";
import type { Settling } from "./settle.js";
import type { Struck } from "./strike.js";

export interface NemesisResult {
  options: NemesisOptions;
  ledgers: Ledgers;
  struck: Struck;
  history: HistoryReport;
  settling: Settling;
  elements: ElementsReport | undefined;
  violations: Violation[];
}

const invariants = ["I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8", "I9", "I10", "I11", "I12", "I13", "I14", "I15"];
const maxShown = 40;

/** The report of a run, as text. */
export function writeReport({
  options,
  ledgers,
  struck,
  history,
  settling,
  elements,
  violations,
}: NemesisResult): string {
  const { told, vouchers, granted } = ledgers;
  const answers = countBy(told, ({ answer }) =>
    answer ? `${answer.status} ${answer.code ?? ""}`.trim() : "no answer",
  );
  const foreign = granted.filter((row) => row.foreign).length;
  const strikes = [...struck.counts.values()].reduce((sum, count) => sum + count, 0);
  const broken = new Set(violations.flatMap(({ invariant }) => invariant.split(" ")));
  return [
    "",
    `Nemesis: ${options.minutes} minutes, seed ${options.seed}, ${options.sequences} sequences, ${options.issuers} issuers, at most ${options.batch} vouchers in a call${options.redlockOff ? ", the lock always succeeds" : ""}`,
    "",
    `  asked        ${told.length} times for ${new Set(told.map(({ idempotency }) => idempotency)).size} sales`,
    `  vouchers     ${vouchers.length} ours, ${granted.length - foreign} granted to us, ${foreign} granted to somebody else`,
    ...(elements ? [`  elements     ${elements.issued} issued, ${elements.failed} failed`] : []),
    ...(options.contingency
      ? [`  under CAEA   ${vouchers.filter(({ caea }) => caea).length} vouchers, all reported`]
      : []),
    `  changes      ${history.changes} of issuances, ${history.renumbered} of them to another number, ${history.returned} back in line`,
    `  settled      ${settling.seconds} s after the last fault`,
    "",
    "  answers",
    ...drawCounts(answers),
    "",
    `  faults       ${strikes}`,
    ...drawCounts(struck.counts),
    ...(struck.failures.length > 0
      ? ["", "  faults that failed themselves", ...struck.failures.map((one) => `    ${one}`)]
      : []),
    "",
    `  ${invariants.map((name) => `${name} ${broken.has(name) ? "BROKEN" : "holds"}`).join(" · ")}`,
    "",
    ...(violations.length === 0
      ? ["No violation."]
      : [
          `${violations.length} violations:`,
          ...violations.slice(0, maxShown).map(({ invariant, text }) => `  ${invariant.padEnd(6)} ${text}`),
        ]),
  ].join("\n");
}
