import type { Command } from "commander";
import { readEnvironment } from "../../../shared/config/config.js";
import { usableConfig } from "../config.js";
import type { CheckResult } from "../doctor/check.js";
import { addVerb } from "../options.js";
import type { CommandOutput } from "../perform.js";

const checkFailed = 3;

/** `doctor`: works even when settings are missing, such as the database's address. */
export function addDoctorCommand(
  program: Command,
  tell: (answer: () => Promise<CommandOutput>) => Promise<void>,
): void {
  addVerb(program, "doctor", "check everything that the service needs; exit code 3 when a check fails")
    .option("--company <code>", "check this company too")
    .action(({ company }: { company?: string }) =>
      tell(async () => {
        const read = readEnvironment(usableConfig);
        if ("faults" in read) throw new Error(read.faults.join("; "));
        // Imported only here: a static import would slow down every other command.
        const { examine } = await import("../doctor/examine.js");
        const checks = await examine(read.config, company, Date.now());
        const isWell = checks.every(({ ok }) => ok);
        return { json: { checks }, text: draw(checks), exitCode: isWell ? 0 : checkFailed };
      }),
    );
}

function draw(checks: CheckResult[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.flatMap(({ name, ok, detail, fix }) => [
    `${ok ? "ok  " : "FAIL"}  ${name.padEnd(width)}  ${detail}`,
    ...(fix ? [`${" ".repeat(width + 8)}-> ${fix}`] : []),
  ]);
  const wrong = checks.filter(({ ok }) => !ok).length;
  return `${lines.join("\n")}\n\n${wrong === 0 ? "All checks passed." : `${wrong} of ${checks.length} checks failed.`}`;
}
