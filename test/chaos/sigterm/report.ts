import { serviceOf } from "../../support/processes/service-processes.js";
import type { Ledgers } from "../../support/readers/three-ledgers.js";
import type { Violation } from "../../support/readers/violations.js";
import { countBy, drawCounts } from "../count-table.js";
import { type Restart, replaceable } from "./restart.js";

export interface SigtermResult {
  rounds: number;
  restarts: Restart[];
  ledgers: Ledgers;
  violations: Violation[];
}

const maxShown = 40;

/** Good means: every process exited with 0, every request got an answer other than 500 or 503, and I1 to I12 hold. */
export function writeReport({ rounds, restarts, ledgers, violations }: SigtermResult): {
  text: string;
  isGood: boolean;
} {
  const { told, vouchers } = ledgers;
  const disorderly = restarts.filter(({ exit }) => exit.code !== 0);
  const unanswered = told.filter(({ answer }) => !answer);
  const failed = told.filter(({ answer }) => answer && (answer.status === 500 || answer.status === 503));
  const answers = countBy(told, ({ answer }) =>
    answer ? `${answer.status} ${answer.code ?? ""}`.trim() : "no answer",
  );
  const isGood = disorderly.length + unanswered.length + failed.length + violations.length === 0;

  const times = replaceable.map(([first = "api"]) => {
    const own = restarts.filter(({ name }) => serviceOf(name) === first).map(({ tookMs }) => tookMs);
    const sorted = own.sort((one, other) => one - other);
    return `    ${first.padEnd(9)} median ${sorted[Math.floor(sorted.length / 2)]} ms, longest ${sorted.at(-1)} ms`;
  });
  const text = [
    "",
    `SIGTERM under load: ${rounds} to each kind of process, ${restarts.length} in all`,
    "",
    `  vouchers     ${vouchers.length}`,
    `  exits        ${restarts.length - disorderly.length} with code 0, ${disorderly.length} otherwise`,
    "  from SIGTERM to the exit",
    ...times,
    "",
    "  answers",
    ...drawCounts(answers),
    "",
    ...disorderly.map(({ name, exit }) => `  ${name} exited with ${exit.signal ?? exit.code}`),
    ...unanswered.slice(0, maxShown).map(({ idempotency, lost }) => `  ${idempotency} got no answer: ${lost}`),
    ...failed.slice(0, maxShown).map(({ idempotency, answer }) => `  ${idempotency} was answered ${answer?.status}`),
    ...violations.slice(0, maxShown).map((one) => `  ${one.invariant.padEnd(6)} ${one.text}`),
    isGood ? "No request was dropped, and no violation." : "FAILED: see above.",
  ].join("\n");
  return { text, isGood };
}
