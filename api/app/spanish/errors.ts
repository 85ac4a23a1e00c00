import { faultsInSpanish } from "./faults.js";
import type { labelOf as labelOfField } from "./fields.js";
import { decimal } from "./formats.js";
import { inSpanish } from "./in-spanish.js";
import { refusalInSpanish } from "./refusal.js";

/** The failure of an answer: of a request, or of an element of a batch. */
interface Failure {
  code?: string | null | undefined;
  message: string;
  details?: unknown;
}

/**
 * A failure of the API in Spanish, with what to do about it. A refusal keeps ARCA's own words. Of the faults of fields the first is
 * told; `faultsInSpanish` tells them all.
 */
export function errorInSpanish(error: Failure, labelOf?: typeof labelOfField): string {
  if (error.code === "TAXAUTH_ERROR") return refusalInSpanish(error.message);
  const known = inSpanish(error.message);
  if (known !== undefined) return known;
  const [first, ...others] = faultsInSpanish(error, labelOf);
  if (!first) return `No se pudo hacer: ${error.message}`;
  return others.length === 0
    ? first.message
    : `Hay ${decimal(others.length + 1)} datos para corregir. El primero: ${first.message}`;
}
