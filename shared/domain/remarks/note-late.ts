import { daysBetween, fromFiscalDate } from "../calendar.js";
import type { IssuanceRequest } from "../issuance-request.js";
import type { LocalizedText } from "../localized-text.js";
import { fiscalDate, nameOfVoucher, voucherWithName } from "../spanish.js";
import type { LawRemark } from "./law-codes.js";
import { type AssociationOfNote, shortName } from "./named-original.js";

/** Term of a note, in calendar days from its cause. */
const term = 15;

type DatedNote = Pick<IssuanceRequest, "voucherDate" | "associatedPeriod">;

/** Voucher or period that a note modifies, with its last day. */
interface ModifiedSale {
  date: string;
  name: LocalizedText;
}

/**
 * Remark on a late note. The cause of a note is not known here, so its term is counted from the earliest voucher that it names, or from the end
 * of the period. The date of a voucher of ours is that of our records. Source: issuer/authority/README.md, section 18.1.
 */
export function remarkOnTerm(body: DatedNote, associations: readonly AssociationOfNote[]): LawRemark[] {
  const [earliest] = modifiedBy(body, associations).sort((one, other) => (one.date < other.date ? -1 : 1));
  return earliest && daysBetween(fromFiscalDate(earliest.date), fromFiscalDate(body.voucherDate)) > term
    ? [{ field: "voucherDate", code: "NOTE_LATE", message: late(earliest) }]
    : [];
}

function modifiedBy({ associatedPeriod }: DatedNote, associations: readonly AssociationOfNote[]): ModifiedSale[] {
  const vouchers = associations.flatMap(({ associated, original }) => {
    const date = original?.voucherDate ?? associated.date;
    const name = {
      en: `voucher ${shortName(associated)}`,
      es: voucherWithName(associated),
      app: nameOfVoucher(associated),
    };
    return date ? [{ date, name }] : [];
  });
  const period = { en: "the end of associatedPeriod", es: "el final del período asociado" };
  return associatedPeriod ? [...vouchers, { date: associatedPeriod.to, name: period }] : vouchers;
}

const withinTerm = `La norma pide emitir la nota dentro de los ${term} días corridos de lo que la causa (RG 4540/2019).`;

const late = ({ date, name }: ModifiedSale): LocalizedText => ({
  en: `is more than ${term} days after ${name.en} (${date}): the norm wants a note within ${term} calendar days of its cause (RG 4540/2019)`,
  es: `Pasaron más de ${term} días desde ${name.es}, del ${fiscalDate(date)}. ${withinTerm}`,
  app: `Pasaron más de ${term} días desde ${name.app ?? name.es}, del ${fiscalDate(date)}. ${withinTerm}`,
});
