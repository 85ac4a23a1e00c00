import { type FieldFault, invalidBody } from "../errors.js";

/** The most faults that are told of one batch: an answer must not become larger than what was sent. Source: api/README.md, "Limits". */
const maxFaults = 20_000;

/** Adds to the faults of a batch. @throws ApiError 400 with those that were found so far, when there are too many to go on */
export function addFault(faults: FieldFault[], fault: FieldFault): void {
  if (faults.length === maxFaults)
    throw invalidBody([
      ...faults,
      { field: null, message: `more is wrong than these ${maxFaults} faults: mend them, and send it again` },
    ]);
  faults.push(fault);
}
