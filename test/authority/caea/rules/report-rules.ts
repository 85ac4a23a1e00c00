import type { Finding } from "../../rules/finding.js";
import { scriptedRules } from "../../rules/scripted-rules.js";
import { amountRules } from "./amount-rules.js";
import { codeRules } from "./code-rules.js";
import { currencyRules, serviceRules } from "./content-rules.js";
import { furtherRules } from "./further-rules.js";
import { noteRules } from "./note-rules.js";
import { receiverRules } from "./receiver-rules.js";
import type { ReportInput, ReportRule } from "./report-input.js";
import { sequenceRules } from "./sequence-rules.js";
import { translatedRules } from "./translated-rules.js";

const rules: ReportRule[] = [
  sequenceRules,
  codeRules,
  serviceRules,
  amountRules,
  currencyRules,
  receiverRules,
  translatedRules,
  noteRules,
  furtherRules,
  scriptedRules,
];

/** All findings on one reported voucher, each once. */
export function checkReport(input: ReportInput): Finding[] {
  const findings = rules.flatMap((rule) => rule(input));
  return [...new Map(findings.map((one) => [one.code, one])).values()];
}
