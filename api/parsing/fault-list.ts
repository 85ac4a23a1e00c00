import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { decimal } from "../../shared/domain/spanish.js";
import { invalidBody, type PlacedFault } from "../http/errors.js";

/** The most faults that are told of one batch: an answer must not become larger than what was sent. Source: api/README.md, "Limits". */
const maxFaults = 20_000;

const more: LocalizedText = {
  en: `more is wrong than these ${maxFaults} faults: mend them, and send it again`,
  es: `Hay más errores que estos ${decimal(maxFaults)}: corregilos y volvé a enviarlo.`,
  app: `Hay más errores que estos ${decimal(maxFaults)}: corregilos y volvé a cargar el archivo.`,
};

/** Adds to the faults of a batch. @throws ApiError 400 with those that were found so far, when there are too many to go on */
export function addFault(faults: PlacedFault[], fault: PlacedFault): void {
  if (faults.length === maxFaults) throw invalidBody([...faults, { field: null, message: more }]);
  faults.push(fault);
}
