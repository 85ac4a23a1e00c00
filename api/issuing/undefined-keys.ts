import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { IgnoredInput } from "../http/handling.js";
import type { Eligibility } from "./eligibility.js";

/** The keys of `additionalData` that the point of sale does not define: they are stored, and nothing shows them. */
export function findUndefinedKeys(
  { additionalData }: Pick<IssuanceRequest, "additionalData">,
  { additionalDataKeys }: Pick<Eligibility, "additionalDataKeys">,
): IgnoredInput[] {
  if (!additionalData || !additionalDataKeys) return [];
  const defined = new Set(additionalDataKeys);
  return Object.keys(additionalData)
    .filter((key) => !defined.has(key))
    .map((key) => ({ field: ["additionalData", key], message: undefinedKey }));
}

const undefinedKey: LocalizedText = {
  en: "is not a key that the point of sale defines",
  es: "El punto de venta no tiene este dato adicional: agregalo en Puntos de venta para que se imprima.",
};
