import type { LocalizedText } from "../../shared/domain/localized-text.js";

const operator: LocalizedText = { en: "Whoever operates this service", es: "Quien opera este servicio" };

interface AddressedDocument {
  info: object;
  servers?: { url: string }[];
}

/** The document with where the service is reached. @param publicUrl without a path, when that is known */
export function withAddress<Doc extends AddressedDocument>(
  document: Doc,
  basePath: string,
  publicUrl: string | undefined,
): Doc {
  const contact = { name: operator, ...(publicUrl && { url: publicUrl }) };
  return { ...document, info: { ...document.info, contact }, servers: [{ url: basePath || "/" }] };
}
