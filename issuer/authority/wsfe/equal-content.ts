import { plainText } from "../../../shared/domain/clean-text.js";
import { type Resemblance, rowOfField } from "../../../shared/domain/evidence.js";
import { isSameAliquot } from "../../../shared/domain/fine-aliquot.js";
import type { VoucherContent } from "./content.js";

/** A field that differs between two vouchers. A side without the field is undefined. */
export interface FieldDifference {
  field: string;
  sent?: string;
  found?: string;
}

/** For a person, ours before theirs: `ImpTotal 100 / 90, DocNro 20111 / nothing`. */
export const tellDifferences = (differences: FieldDifference[]): string =>
  differences.map(({ field, sent = "nothing", found = "nothing" }) => `${field} ${sent} / ${found}`).join(", ");

/** The authority added these fields later: older vouchers lack them. */
const maybeUnreported = new Set(["CanMisMonExt", "CondicionIVAReceptorId"]);

/** The meaning of a missing field. Source: issuer/authority/README.md, section 4.7. */
const defaults: VoucherContent = { MonId: "PES", MonCotiz: "1", CanMisMonExt: "N" };

/** We may have sent it; that the authority does not tell it shows nothing: type, point of sale and number name the voucher. */
const associatedDate = /^CbtesAsoc\.CbteAsoc\.\d+\.CbteFch$/;

const aliquot = /^Tributos\.Tributo\.\d+\.Alic$/;

const freeText = /^(?:Tributos\.Tributo\.\d+\.Desc|Opcionales\.Opcional\.\d+\.Valor)$/;

/** Keeps only the characters that no encoding changes. */
const ascii = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** The authority may store a text in another encoding, without accents or in capitals. It is still the same text. */
const isSameText = (ours: string, theirs: string): boolean =>
  plainText(ours) === plainText(theirs) || ascii(ours) === ascii(theirs);

const listOf = (row: string): string => row.replace(/\d+$/, "");

/** Only who issues gives their rows, so a voucher that has one is not that of a sale without the list. The authority may add rows to others. */
const givenByIssuer = ["CbtesAsoc.CbteAsoc.", "Opcionales.Opcional.", "Compradores.Comprador."];

/**
 * The declared fields that differ from what was found. Other found fields are ignored, because they do not show whose voucher it
 * is. A further row counts in a list that we declared, and in one that only an issuer gives. Source: issuer/README.md, section 3.
 */
export function differingFields(sent: VoucherContent, found: VoucherContent): FieldDifference[] {
  const changed = Object.keys(sent)
    .sort()
    .flatMap((field): FieldDifference[] => {
      const [ours = "", theirs] = [sent[field], found[field]];
      if (ours === theirs) return [];
      if (theirs === undefined)
        return maybeUnreported.has(field) || associatedDate.test(field) || ours === defaults[field]
          ? []
          : [{ field, sent: ours }];
      if (freeText.test(field) && isSameText(ours, theirs)) return [];
      if (aliquot.test(field) && isSameAliquot(ours, theirs)) return [];
      return [{ field, sent: ours, found: theirs }];
    });

  const rows = new Set(Object.keys(sent).map(rowOfField));
  const lists = new Set([...givenByIssuer, ...[...rows].flatMap((row) => (row === undefined ? [] : [listOf(row)]))]);
  const further = Object.entries(found).flatMap(([field, theirs]): FieldDifference[] => {
    const row = rowOfField(field);
    return row !== undefined && lists.has(listOf(row)) && !rows.has(row) ? [{ field, found: theirs }] : [];
  });
  return [...changed, ...further, ...(sent.EmisionTipo === undefined ? issuedOtherwise(found) : [])];
}

/** Difference by the kind of code: a voucher under one granted in advance (CAEA) is not ours, unless the request says so. */
const issuedOtherwise = ({ EmisionTipo }: VoucherContent): FieldDifference[] =>
  EmisionTipo === undefined ? [] : [{ field: "EmisionTipo", sent: "CAE", found: EmisionTipo }];

const sale: readonly string[] = ["DocTipo", "DocNro", "CbteFch", "ImpTotal"];

/** If one of these fields has another value, the voucher is for another sale. A lot differs in its numbers. */
const identity: readonly string[] = [...sale, "MonId", "CbteDesde", "CbteHasta"];

/** Both sides have the field, with different values. */
const isOtherValue = ({ sent, found }: FieldDifference): boolean => sent !== undefined && found !== undefined;

export function resemblanceOf(differences: FieldDifference[]): Resemblance {
  if (differences.length === 0) return "same";
  return differences.some((one) => isOtherValue(one) && identity.includes(one.field)) ? "other" : "near";
}

/** Whether receiver, date and total are the same. An operator may then decide that it is this sale's voucher. */
export const isSameSale = (differences: FieldDifference[]): boolean =>
  !differences.some((one) => isOtherValue(one) && sale.includes(one.field));

/** Whether the currency is the same as well, and the authority told each field. Only then may another number's voucher be this sale's. */
export const isEqualSale = (differences: FieldDifference[]): boolean =>
  !differences.some(({ field }) => identity.includes(field));
