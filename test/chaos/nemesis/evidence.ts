import { copyFileSync, existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { System } from "../../support/processes/open-system.js";
import type { ProcessName } from "../../support/processes/service-processes.js";

const tables = [
  ...["company", "point_of_sale", "sequence", "issuance", "freed_number", "voucher", "caea_report", "contingency"],
  ...[
    "batch",
    "batch_element",
    "exchange",
    "audit_entry",
    "print_attempt",
    "usage_period",
    "database_incarnation",
    "nemesis_history",
    "nemesis_caea",
  ],
];

/** Keeps what a violation is read from after the run: the tables, the authority's books, the answers and the logs. Gives the folder. */
export async function keepEvidence(
  { sql, authority, told, logFile }: System,
  processes: ProcessName[],
): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-nemesis-"));
  const keep = (name: string, rows: unknown[]) =>
    writeFileSync(path.join(folder, `${name}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  // Not every run has those of the nemesis.
  const there = await sql<{ name: string }>(
    "SELECT name FROM unnest($1::text[]) name WHERE to_regclass(name) IS NOT NULL",
    [tables],
  );
  for (const { name } of there) keep(name, await sql(`SELECT * FROM ${name}`));
  keep("authority-ledger", await authority.ledger());
  keep("authority-requests", await authority.requests());
  keep("told", told);
  for (const name of processes)
    if (existsSync(logFile(name))) copyFileSync(logFile(name), path.join(folder, `${name}.log`));
  return folder;
}
