import type { AuthorityMessage } from "../cae-outcome.js";
import { activityRefusals } from "../predictions/activities.js";
import { associationRefusals } from "../predictions/associated-vouchers.js";
import { buyerRefusals } from "../predictions/buyers.js";
import { currencyRefusals } from "../predictions/currency.js";
import { dateRefusals } from "../predictions/dates.js";
import { fceNoteRefusals } from "../predictions/fce-note.js";
import { letterRefusals } from "../predictions/letter.js";
import { optionalRefusals } from "../predictions/optionals.js";
import { foreseenRemarks } from "../predictions/predict-remarks.js";
import { receiverRefusals } from "../predictions/receiver-document.js";
import { tributeRefusals } from "../predictions/tributes.js";
import { vatRefusals } from "../predictions/vat-rows.js";
import type { Refusal } from "../refusal.js";
import { creditInvoiceRefusals } from "./of-credit-invoice.js";
import { furtherRefusals } from "./of-further-data.js";
import { issuerRefusals, readIssuerRefusal } from "./of-issuer.js";
import { associationToldRefusals, receiverToldRefusals, voucherRefusals } from "./of-voucher.js";

/** Every refusal that is explained, in English and in Spanish. The rules that foresee one hold its words. */
const allRefusals: readonly Refusal[] = [
  ...Object.values(letterRefusals),
  ...Object.values(receiverRefusals),
  ...Object.values(dateRefusals),
  ...Object.values(vatRefusals),
  ...Object.values(tributeRefusals),
  ...Object.values(currencyRefusals),
  ...Object.values(associationRefusals),
  ...Object.values(fceNoteRefusals),
  ...Object.values(foreseenRemarks),
  ...Object.values(issuerRefusals),
  ...voucherRefusals,
  ...receiverToldRefusals,
  ...associationToldRefusals,
  ...creditInvoiceRefusals,
  ...Object.values(optionalRefusals),
  ...Object.values(activityRefusals),
  ...Object.values(buyerRefusals),
  ...furtherRefusals,
];

/** The codes of reports under CAEA that say what a code of CAE says. Source: issuer/authority/README.md, section 16.5. */
const ofReports = new Map([
  [827, 10247],
  [828, 10248],
  [829, 10249],
  [1425, 10067],
  [1527, 10283],
  [1528, 10284],
]);

/**
 * Help against a code of which nothing more is known than the authority's words. Where only rules that foresee it have words, those of its
 * cases are said that name no value.
 */
export function refusalsOf({ code: given, msg }: AuthorityMessage): Refusal[] {
  const code = ofReports.get(given) ?? given;
  if (code === issuerRefusals.other.code) return [readIssuerRefusal(msg)];
  const known = allRefusals.filter((refusal) => refusal.code === code);
  const general = known.filter(({ field }) => field === null);
  return general.length > 0 ? general : known.filter(({ english }) => !english.includes("{"));
}
