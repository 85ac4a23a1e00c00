import { findInteger, findText, type XmlElement } from "../read-xml.js";

/** Vouchers of one sequence that one call was about. */
export interface AskedNumbers {
  cuit: string;
  posNumber: number;
  voucherType: number;
  /** Consecutive, in the order of the request. */
  numbers: readonly number[];
}

export const isRefused = (detail: XmlElement): boolean => findText(detail, "Resultado") === "R";

export function echoesHeader(header: XmlElement | undefined, asked: AskedNumbers): boolean {
  return (
    findInteger(header, "PtoVta") === asked.posNumber &&
    findInteger(header, "CbteTipo") === asked.voucherType &&
    (findText(header, "Cuit") ?? asked.cuit) === asked.cuit
  );
}

export const echoesNumber = (detail: XmlElement, number: number | undefined): boolean =>
  findInteger(detail, "CbteDesde") === number && findInteger(detail, "CbteHasta") === number;

/** A: all were accepted. R: none. P: some. Undefined when a detail says neither A nor R. */
export function overallVerdict(details: readonly XmlElement[]): string | undefined {
  const verdicts = new Set(details.map((detail) => findText(detail, "Resultado")));
  if (verdicts.size === 1) return verdicts.has("A") ? "A" : verdicts.has("R") ? "R" : undefined;
  return verdicts.size === 2 && verdicts.has("A") && verdicts.has("R") ? "P" : undefined;
}
