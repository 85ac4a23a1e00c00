import type { PlacedFault } from "../http/errors.js";
import type { FieldPath, FieldPlace } from "../http/field.js";
import type { IgnoredInput } from "../http/handling.js";

/** A batch as it was sent, as JSON or CSV, before its elements are checked. */
export interface SentBatch {
  name: string | null;
  /** The body of each issuance, whatever it may be. */
  invoices: unknown[];
  /** Faults that reading found. */
  faults: PlacedFault[];
  ignored: Iterable<IgnoredInput>;
  /** Where a field of an element stands in what was sent. Null is all of the element. */
  placeOf(index: number, field: FieldPath | null): FieldPlace;
  /** The line of a file on which an element begins. */
  lineOf?(index: number): number;
}
