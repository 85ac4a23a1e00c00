import { randomUUID } from "node:crypto";
import { open, writeFile } from "node:fs/promises";
import { listElements } from "../../../shared/db/batches/batch-results.js";
import { inEnglish } from "../../../shared/domain/words.js";
import { checkBatch } from "../../batches/check-batch.js";
import { writeResults } from "../../batches/csv/write-results.js";
import { toResult } from "../../batches/to-result.js";
import { sayFault } from "../../errors.js";
import { readHandling, warningsOf } from "../../handling.js";
import { addBatch } from "../../operations/batches.js";
import { type CompanyOption, type EnvironmentOption, isProduction } from "../options.js";
import { type Answer, getCompanyByCode, type Office, operatorAt } from "../perform.js";
import { describeResults } from "./describe-batch.js";
import { followBatch } from "./follow-batch.js";
import { readBatchFile, refusingFile } from "./read-batch-file.js";

export interface IssueOptions extends CompanyOption, EnvironmentOption {
  name?: string;
  dryRun?: true;
  out?: string;
}

/** Source: api/admin/README.md, "The operator's command line". */
const someFailed = 3;
/** As a shell says that Ctrl-C ended a command. */
const interrupted = 130;

const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Issues a file as one batch, and waits for its end. Ctrl-C ends the waiting alone. */
export async function issueFile(office: Office, file: string, options: IssueOptions): Promise<Answer> {
  const { db, nowMs } = office;
  const company = await getCompanyByCode(office, options.company);
  const operator = await operatorAt(office, options.company, isProduction(options));
  const handling = readHandling();
  const { sent, checked } = await refusingFile(file, async () => {
    const sent = await readBatchFile(file, options.name);
    return { sent, checked: await checkBatch(db, operator, sent, handling, nowMs) };
  });
  const warnings = warningsOf(handling, true).map((ignored) => sayFault(ignored, inEnglish));
  for (const { field, message } of warnings) process.stderr.write(`warning: ${field} ${message}\n`);
  if (options.dryRun) {
    const total = checked.elements.length;
    return { json: { dryRun: { total, warnings } }, text: `${total} vouchers can be issued. Nothing was recorded.` };
  }
  // Found out before anything is issued.
  if (options.out !== undefined) await (await open(options.out, "a")).close();

  const { id } = await addBatch(operator, company, checked, `admin-${randomUUID()}`);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of stopSignals) process.once(signal, stop);
  const batch = await followBatch(db, operator, id, stopping.signal).finally(() => {
    for (const signal of stopSignals) process.off(signal, stop);
  });
  const { rows } = await listElements(db, operator, id);
  const results = rows.map((row) => toResult(row, inEnglish));
  if (options.out !== undefined) await writeFile(options.out, writeResults(results));
  const text = describeResults(batch, results, sent.lineOf);
  if (batch.state === "running") {
    const look = `npm run admin -- batch show ${id} --company ${options.company}`;
    return {
      json: { batch, results, warnings },
      text: `${text}\n\nThe batch goes on. Look at it with: ${look}`,
      exitCode: interrupted,
    };
  }
  return { json: { batch, results, warnings }, text, exitCode: batch.failed > 0 ? someFailed : 0 };
}
