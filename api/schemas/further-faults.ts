import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { findOptionalKind } from "../../shared/domain/optionals/optional-kinds.js";
import { mayHave } from "../../shared/domain/optionals/optionals.js";
import { decimal } from "../../shared/domain/spanish.js";
import type { FieldFault } from "../http/errors.js";
import { hasDecimals } from "./decimals.js";

/** An object of a body that nothing has checked. */
export type UncheckedObject = Record<string, unknown>;

/**
 * Conditions between the type and the optional fields, and between the receiver and the buyers, of an unchecked body; and the decimals of
 * the tributes' aliquots.
 */
export const findFurtherFaults = (body: UncheckedObject, aliquotDecimals = 2): FieldFault[] => [
  ...findTypeFaults(body),
  ...findBuyerFaults(body),
  ...findFineAliquots(body, aliquotDecimals),
];

/** The authority's table has two decimals; what it makes of more is not known, so an operator allows them. */
function findFineAliquots({ tributes }: UncheckedObject, most: number): FieldFault[] {
  if (!Array.isArray(tributes)) return [];
  return tributes.flatMap((tribute, index) => {
    const { aliquot } = Object(tribute) as UncheckedObject;
    if (typeof aliquot !== "number" || hasDecimals(most)(aliquot)) return [];
    return [{ field: ["tributes", index, "aliquot"], message: tooFine(most) }];
  });
}

const tooFine = (most: number): LocalizedText => ({
  en: `must have at most ${most} decimals: the service's setting TRIBUTE_ALIQUOT_DECIMALS does not allow more`,
  es: `Escribila con ${most} decimales como mucho: el servicio no admite más (TRIBUTE_ALIQUOT_DECIMALS).`,
  app: `Escribila con ${most} decimales como mucho.`,
});

function findTypeFaults({ voucherType, optionals }: UncheckedObject): FieldFault[] {
  if (!Array.isArray(optionals) || typeof voucherType !== "number") return [];
  return optionals.flatMap((optional, index) => {
    const { id } = Object(optional) as UncheckedObject;
    if (typeof id !== "string" || mayHave(voucherType, id.trim())) return [];
    const types = findOptionalKind(id.trim())?.types ?? [];
    return [{ field: ["optionals", index, "id"], message: ofOtherTypes(types) }];
  });
}

const ofOtherTypes = (types: readonly number[]): LocalizedText => ({
  en: `is for types ${types.join(", ")} only`,
  es: `Es solamente para los tipos ${types.join(", ")}.`,
  app: "Este tipo de comprobante no lleva ese dato: quitalo.",
});

/** Shares in hundredths: sums of decimals are not exact. */
const hundredths = (share: number) => Math.round(share * 100);

function findBuyerFaults({ buyers, customer }: UncheckedObject): FieldFault[] {
  if (!Array.isArray(buyers) || buyers.length === 0) return [];
  const shares = buyers.map((buyer) => (Object(buyer) as UncheckedObject).share);
  if (!shares.every((share) => typeof share === "number")) return [];
  const sum = shares.reduce((total, share) => total + hundredths(share), 0);
  if (sum !== 100_00) return [{ field: "buyers", message: notWhole(sum / 100) }];
  const receiver = nameOf(customer);
  const at = buyers.findIndex((buyer) => nameOf(buyer) === receiver);
  if (at === -1) return [{ field: "buyers", message: noReceiver }];
  const share = Number(shares[at]);
  return shares.some((other) => other > share) ? [{ field: ["buyers", at, "share"], message: notLargest }] : [];
}

const notWhole = (sum: number): LocalizedText => ({
  en: `must add up to 100: the shares come to ${sum}`,
  es: `Las partes de los compradores tienen que sumar 100 %: suman ${decimal(sum)} %.`,
});
const noReceiver: LocalizedText = {
  en: "must have the receiver among them",
  es: "El receptor tiene que ser uno de los compradores.",
};
const notLargest: LocalizedText = {
  en: "must be the largest: the receiver's is",
  es: "El receptor es el comprador con la parte más grande: elegí a otro como receptor o corregí las partes.",
};

/** Key of a party, by its document. Anything that is no document has no key: the shape says what is wrong with it. */
function nameOf(party: unknown): string {
  const { docType, docNumber } = Object(party) as UncheckedObject;
  if (typeof docType !== "number" || typeof docNumber !== "string") return "";
  return `${docType} ${docNumber.trim().replace(/^0+/, "")}`;
}
