import { type PlacedFault, sayFault } from "../../../api/http/errors.js";
import { inEnglish } from "../../../shared/domain/localized-text.js";

/** Faults, or what was ignored, as an English answer names them: `items.0.price must be 0 or more`. */
export const saidFaults = (faults: Iterable<PlacedFault>): string[] =>
  [...faults].map((fault) => sayFault(fault, inEnglish)).map(({ field, message }) => `${field} ${message}`);
