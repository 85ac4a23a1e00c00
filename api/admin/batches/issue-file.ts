import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { adminCommand } from "../../../shared/config/config.js";
import { listElements } from "../../../shared/db/batches/batch-results.js";
import { type Language, type LocalizedText, localizeFor } from "../../../shared/domain/localized-text.js";
import { checkBatch } from "../../batches/check-batch.js";
import { writeResults } from "../../batches/csv/write-results.js";
import { foreseeBatch } from "../../batches/foresee-batch.js";
import { toResult } from "../../batches/to-result.js";
import { sayFault } from "../../http/errors.js";
import { readHandling, warningsOf } from "../../http/handling.js";
import { addBatch } from "../../operations/batches.js";
import { standardStream } from "../given-file.js";
import { type LanguageOption, languageOf, refusingIn } from "../language.js";
import type { TenantOption } from "../options.js";
import { type CommandContext, type CommandOutput, getCompanyByCode, operatorAt } from "../perform.js";
import { untilStopped } from "../until-stopped.js";
import { requireWritable } from "../write-whole-file.js";
import { describeResults } from "./describe-batch.js";
import { describeForeseen } from "./describe-foreseen.js";
import { followBatch } from "./follow-batch.js";
import { faultWords, readBatchFile, refusingFile } from "./read-batch-file.js";

export interface IssueOptions extends TenantOption, LanguageOption {
  name?: string;
  dryRun?: true;
  out?: string;
}

/** Source: api/admin/README.md, "The operator's command line". */
const someFailed = 3;
/** As a shell says that Ctrl-C ended a command. */
const interrupted = 130;

const warning: LocalizedText = { en: "warning", es: "aviso" };
const goesOn = (look: string): LocalizedText => ({
  en: `The batch goes on. Look at it with: ${look}`,
  es: `El lote sigue. Miralo con: ${look}`,
});

/** Issues a file as one batch, and waits for its end, in the language of who reads. Ctrl-C ends the waiting alone. */
export const issueFile = (office: CommandContext, file: string, options: IssueOptions): Promise<CommandOutput> =>
  refusingIn(languageOf(options), () => issue(office, file, options, languageOf(options)));

async function issue(
  office: CommandContext,
  file: string,
  options: IssueOptions,
  language: Language,
): Promise<CommandOutput> {
  const translate = (words: LocalizedText) => localizeFor(language, words);
  const { db, nowMs } = office;
  const company = await getCompanyByCode(office, options.company);
  const operator = await operatorAt(office, options);
  const handling = readHandling();
  const { TRIBUTE_ALIQUOT_DECIMALS: aliquotDecimals } = office.config;
  const terms = { nowMs, aliquotDecimals, isPreview: options.dryRun === true };
  const { sent, checked } = await refusingFile(file, language, async () => {
    const sent = await readBatchFile(file, options.name, language);
    return { sent, checked: await checkBatch(db, operator, sent, handling, terms) };
  });
  const ignored = warningsOf(handling, true);
  const warnings = ignored.map((each) => sayFault(each, translate));
  for (const each of ignored) process.stderr.write(`${translate(warning)}: ${translate(faultWords(each))}\n`);
  if (options.dryRun) {
    const foreseen = await foreseeBatch(db, company, operator, checked.elements, nowMs);
    const { json, text } = describeForeseen(foreseen, { ...checked, lineOf: sent.lineOf }, language);
    return { json: { dryRun: { ...json, warnings } }, text, exitCode: foreseen.problems.length > 0 ? someFailed : 0 };
  }
  // Found out before anything is issued.
  if (options.out !== undefined) await requireWritable(options.out);

  const { id } = await addBatch(operator, company, checked, `admin-${randomUUID()}`);
  const beside = options.out === standardStream;
  const batch = await untilStopped((stop) => followBatch(db, operator, id, stop, language, !beside));
  const { rows } = await listElements(db, operator, id);
  const results = rows.map((row) => toResult(row, translate));
  if (beside) process.stdout.write(writeResults(results));
  else if (options.out !== undefined) await writeFile(options.out, writeResults(results));
  const text = describeResults(batch, results, sent.lineOf, language);
  if (batch.state === "running") {
    const look = adminCommand(`batch show ${id} --company ${options.company}`);
    return {
      json: { batch, results, warnings },
      text: `${text}\n\n${translate(goesOn(look))}`,
      exitCode: interrupted,
      beside,
    };
  }
  return { json: { batch, results, warnings }, text, exitCode: batch.failed > 0 ? someFailed : 0, beside };
}
