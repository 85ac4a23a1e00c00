import type { labelOf as labelOfField } from "../../schemas/field-labels.js";
import { faultsInSpanish } from "./faults.js";
import { decimal } from "./formats.js";

/** The failure of an answer: of a request, or of an element of a batch. */
interface FailedAnswer {
  message: string;
  details?: unknown;
}

/**
 * A failure of the API, with what to do about it. Of the faults of fields the first is told, by the label of its field;
 * `faultsInSpanish` tells them all.
 */
export function errorInSpanish({ message, details }: FailedAnswer, labelOf?: typeof labelOfField): string {
  const [first, ...others] = faultsInSpanish({ details }, labelOf);
  if (!first) return message;
  return others.length === 0
    ? first.message
    : `Hay ${decimal(others.length + 1)} datos para corregir. El primero: ${first.message}`;
}
