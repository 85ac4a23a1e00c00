import type { Ledgers } from "../../support/readers/three-ledgers.js";
import type { Violation } from "../../support/readers/violations.js";
import { countBy, drawCounts } from "../count-table.js";
import type { Calm } from "./calm.js";
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
  calm: Calm;
  settling: Settling;
  /** What each company's operator said. */
  said: { company: string; words: string[] }[];
  /** How often somebody asked for a voucher of another company or environment. */
  strangers: number;
  elements: ElementsReport | undefined;
  violations: Violation[];
  /** The folder with what the violations are read from. */
  evidence: string | undefined;
}

const invariants = ["I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8", "I9", "I10", "I11", "I12", "I13", "I14", "I15"];
const ofContingencies = ["I17", "I18", "I19", "I20"];
const maxShown = 40;

/** The report of a run, as text. */
export function writeReport({
  options,
  ledgers,
  struck,
  history,
  calm,
  settling,
  said,
  strangers,
  elements,
  violations,
  evidence,
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
    `  asked        ${told.length} times for ${new Set(told.map((one) => `${one.company}/${one.production}/${one.idempotency}`)).size} sales`,
    `  keys         ${keysOfMany(ledgers)} used in more than one company or environment; ${strangers} times somebody asked for another's voucher`,
    `  vouchers     ${vouchers.length} ours, ${granted.length - foreign} granted to us, ${foreign} granted to somebody else`,
    ...(elements ? [`  elements     ${elements.issued} issued, ${elements.failed} failed`] : []),
    ...(options.contingency
      ? [
          `  under CAEA   ${countReports(vouchers)("reported")} reported, ${countReports(vouchers)("givenUp")} given up, ${countReports(vouchers)("rejected", "due", "sent")} left`,
        ]
      : []),
    `  changes      ${history.changes} of issuances, ${history.renumbered} of them to another number, ${history.returned} back in line`,
    `  in doubt     ${ledgers.issuances.filter(({ why }) => why !== null).length} left without a decision`,
    `  calm         ${calm.sold} sales in ${calm.seconds} s, while ${calm.standing} sequences waited for a person`,
    `  settled      ${settling.seconds} s after that`,
    ...said.flatMap(({ company, words }) => [
      "",
      `  the operator of ${company}`,
      ...drawCounts(countBy(words, (one) => one)),
    ]),
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
    `  ${[...invariants, ...(options.contingency ? ofContingencies : [])].map((name) => `${name} ${broken.has(name) ? "BROKEN" : "holds"}`).join(" · ")}`,
    "",
    ...(violations.length === 0
      ? ["No violation."]
      : [
          `${violations.length} violations:`,
          ...violations.slice(0, maxShown).map(({ invariant, text }) => `  ${invariant.padEnd(6)} ${text}`),
          `The tables, the authority's books, the answers and the logs: ${evidence}`,
        ]),
  ].join("\n");
}

/** How many keys have a voucher in more than one company or environment. */
const keysOfMany = ({ vouchers }: Ledgers): number =>
  [...countBy(vouchers, ({ idempotency }) => idempotency).values()].filter((count) => count > 1).length;

const countReports =
  (vouchers: Ledgers["vouchers"]) =>
  (...states: Ledgers["vouchers"][number]["report"][]): number =>
    vouchers.filter(({ report }) => report !== null && states.includes(report)).length;
