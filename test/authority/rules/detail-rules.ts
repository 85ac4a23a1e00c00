import { isCreditInvoice } from "../voucher-class.js";
import { activityRules } from "./activity-rules.js";
import { amountRules } from "./amount-rules.js";
import { associatedRules } from "./associated-rules.js";
import { buyerRules } from "./buyer-rules.js";
import { currencyRules } from "./currency-rules.js";
import { serviceDateRules, voucherDateRules } from "./date-rules.js";
import { deliveryNoteRules, printedVoucherRules } from "./delivery-note-rules.js";
import { documentRules } from "./document-rules.js";
import { fceAccountRules, fceAnnulmentRules } from "./fce-account-rules.js";
import { fceAssociationRules } from "./fce-association-rules.js";
import { fceDueRules } from "./fce-due-rules.js";
import { fceReferenceRules, fceTermsRules } from "./fce-optional-rules.js";
import { fceIssuerRules, fceReceiverRules } from "./fce-party-rules.js";
import type { Finding, Rule, RuleInput } from "./finding.js";
import { issuerStateRules } from "./issuer-state-rules.js";
import { noteRules } from "./note-rules.js";
import { optionalRules } from "./optional-rules.js";
import { periodRules } from "./period-rules.js";
import { receiverConditionRules, receiverDocumentRules } from "./receiver-rules.js";
import { receiverStateRules } from "./receiver-state-rules.js";
import { scriptedRules } from "./scripted-rules.js";
import { suretyRules } from "./surety-rules.js";
import { tributeRules } from "./tribute-rules.js";
import { usedGoodsRules } from "./used-goods-rules.js";
import { vatRules } from "./vat-rules.js";

const rules: Rule[] = [
  receiverDocumentRules,
  receiverStateRules,
  documentRules,
  voucherDateRules,
  serviceDateRules,
  amountRules,
  vatRules,
  tributeRules,
  currencyRules,
  noteRules,
  periodRules,
  associatedRules,
  deliveryNoteRules,
  printedVoucherRules,
  optionalRules,
  suretyRules,
  usedGoodsRules,
  activityRules,
  buyerRules,
  fceTermsRules,
  fceReferenceRules,
  fceReceiverRules,
  fceIssuerRules,
  fceDueRules,
  fceAssociationRules,
  fceAnnulmentRules,
  fceAccountRules,
  receiverConditionRules,
  issuerStateRules,
  scriptedRules,
];

/**
 * All findings on one voucher: it does not stop at the first one. Only a credit invoice outside the window of its date hears of
 * nothing else. Source: issuer/authority/README.md, section 12.4.
 */
export function checkDetail(input: RuleInput): Finding[] {
  const misdated = isCreditInvoice(input.type) ? voucherDateRules(input) : [];
  return misdated.some(({ code }) => code === 10016) ? misdated : rules.flatMap((rule) => rule(input));
}
