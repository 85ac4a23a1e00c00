import { amountRules } from "./amount-rules.js";
import { associatedRules } from "./associated-rules.js";
import { currencyRules } from "./currency-rules.js";
import { serviceDateRules, voucherDateRules } from "./date-rules.js";
import type { Finding, Rule, RuleInput } from "./finding.js";
import { noteRules } from "./note-rules.js";
import { receiverConditionRules, receiverDocumentRules } from "./receiver-rules.js";
import { scriptedRules } from "./scripted-rules.js";
import { tributeRules } from "./tribute-rules.js";
import { vatRules } from "./vat-rules.js";

const rules: Rule[] = [
  receiverDocumentRules,
  voucherDateRules,
  serviceDateRules,
  amountRules,
  vatRules,
  tributeRules,
  currencyRules,
  noteRules,
  associatedRules,
  receiverConditionRules,
  scriptedRules,
];

/** All findings on one voucher: it does not stop at the first one. */
export const checkDetail = (input: RuleInput): Finding[] => rules.flatMap((rule) => rule(input));
