import type { Resemblance } from "../../../shared/domain/evidence.js";

/** A field on which two vouchers differ; a side without the field has none. */
export interface FieldDifference {
  field: string;
  sent?: string;
  found?: string;
}

type Content = Record<string, string>;

/** Answers from before these fields existed do not carry them. */
const maybeUnreported = new Set(["CanMisMonExt", "CondicionIVAReceptorId"]);

/** What is meant where nothing is said. Source: issuer/authority/README.md, section 4.7. */
const defaults: Content = { MonId: "PES", MonCotiz: "1", CanMisMonExt: "N" };

const freeText = /^Tributos\.Tributo\.\d+\.Desc$/;

/** Letters without their accents; and those alone of which every encoding makes the same. */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const ascii = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** A text that was kept in another encoding, without accents or in capitals is the same text. */
const isSameText = (ours: string, theirs: string): boolean =>
  plain(ours) === plain(theirs) || ascii(ours) === ascii(theirs);

/** "Iva.AlicIva.1" of "Iva.AlicIva.1.Importe"; none for a field outside a list. */
const rowOf = (field: string): string | undefined => /^\w+\.\w+\.\d+(?=\.)/.exec(field)?.[0];
const listOf = (row: string): string => row.replace(/\d+$/, "");

/**
 * The declared fields that were not found as they were sent. What is found beside them says nothing of whose voucher it is, but for
 * a further row of a list that was declared. Source: issuer/README.md, section 3.
 */
export function differingFields(sent: Content, found: Content): FieldDifference[] {
  const changed = Object.keys(sent)
    .sort()
    .flatMap((field): FieldDifference[] => {
      const [ours = "", theirs] = [sent[field], found[field]];
      if (ours === theirs) return [];
      if (theirs === undefined)
        return maybeUnreported.has(field) || ours === defaults[field] ? [] : [{ field, sent: ours }];
      return freeText.test(field) && isSameText(ours, theirs) ? [] : [{ field, sent: ours, found: theirs }];
    });

  const rows = new Set(Object.keys(sent).map(rowOf));
  const lists = new Set([...rows].flatMap((row) => (row === undefined ? [] : [listOf(row)])));
  const further = Object.entries(found).flatMap(([field, theirs]): FieldDifference[] => {
    const row = rowOf(field);
    return row !== undefined && lists.has(listOf(row)) && !rows.has(row) ? [{ field, found: theirs }] : [];
  });
  return [...changed, ...further, ...issuedOtherwise(found)];
}

/** Ours are asked for one by one: a voucher under a code that was had beforehand (CAEA) is not. */
const issuedOtherwise = ({ EmisionTipo }: Content): FieldDifference[] =>
  EmisionTipo === undefined ? [] : [{ field: "EmisionTipo", sent: "CAE", found: EmisionTipo }];

const sale: readonly string[] = ["DocTipo", "DocNro", "CbteFch", "ImpTotal"];

/** With another value in one of them it is another sale; a lot has other numbers. */
const identity: readonly string[] = [...sale, "MonId", "CbteDesde", "CbteHasta"];

/** Both sides tell, and not the same. */
const isOtherValue = ({ sent, found }: FieldDifference): boolean => sent !== undefined && found !== undefined;

export function resemblanceOf(differences: FieldDifference[]): Resemblance {
  if (differences.length === 0) return "same";
  return differences.some((one) => isOtherValue(one) && identity.includes(one.field)) ? "other" : "near";
}

/** The same receiver, date and total, whatever else: for an operator, it may well be this sale's voucher. */
export const isSameSale = (differences: FieldDifference[]): boolean =>
  !differences.some((one) => isOtherValue(one) && sale.includes(one.field));

/** Whether the voucher that the authority holds declares what was sent. */
export const equalContent = (sent: Content, found: Content): boolean => differingFields(sent, found).length === 0;
