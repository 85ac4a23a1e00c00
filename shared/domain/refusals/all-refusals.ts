import type { AuthorityMessage } from "../cae-outcome.js";
import { activityRefusals } from "../predictions/activities.js";
import { associationRefusals } from "../predictions/associated-vouchers.js";
import { buyerRefusals } from "../predictions/buyers.js";
import { currencyRefusals } from "../predictions/currency.js";
import { dateRefusals } from "../predictions/dates.js";
import { fceNoteRefusals } from "../predictions/fce-note.js";
import { letterRefusals } from "../predictions/letter.js";
import { optionalRefusals } from "../predictions/optionals.js";
import { receiverRefusals } from "../predictions/receiver-document.js";
import { tributeRefusals } from "../predictions/tributes.js";
import { vatRefusals } from "../predictions/vat-rows.js";
import { creditInvoiceRefusals } from "./of-credit-invoice.js";
import { furtherRefusals } from "./of-further-data.js";
import { issuerRefusals, readIssuerRefusal } from "./of-issuer.js";
import { associationToldRefusals, receiverToldRefusals, voucherRefusals } from "./of-voucher.js";
import type { Refusal } from "./refusal.js";

/** Every refusal that is explained, in English and in Spanish. The rules that foresee one hold its words. */
export const allRefusals: readonly Refusal[] = [
  ...Object.values(letterRefusals),
  ...Object.values(receiverRefusals),
  ...Object.values(dateRefusals),
  ...Object.values(vatRefusals),
  ...Object.values(tributeRefusals),
  ...Object.values(currencyRefusals),
  ...Object.values(associationRefusals),
  ...Object.values(fceNoteRefusals),
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

/**
 * What helps against a code of which nothing more is known than the authority's words. Where only rules that foresee it have words,
 * those of its cases are said that name no value.
 */
export function refusalsOf({ code, msg }: AuthorityMessage): Refusal[] {
  if (code === issuerRefusals.other.code) return [readIssuerRefusal(msg)];
  const known = allRefusals.filter((refusal) => refusal.code === code);
  const general = known.filter(({ field }) => field === null);
  return general.length > 0 ? general : known.filter(({ english }) => !english.includes("{"));
}
