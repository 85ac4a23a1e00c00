import type { FieldFault } from "../errors.js";
import type { Ignored } from "../handling.js";

/** The most elements of one batch. Source: api/README.md, "Limits". */
export const maxElements = 1_000;

/** A batch as it was sent, as JSON or CSV, before its elements are checked. */
export interface SentBatch {
  name: string | null;
  /** The body of each issuance, whatever it may be. */
  invoices: unknown[];
  /** What reading it found. */
  faults: FieldFault[];
  ignored: Iterable<Ignored>;
  /** How a caller finds a field of an element again: `invoices.3.items.0.price`, or `line 7: items.price`. Null is all of it. */
  placeOf(index: number, field: string | null): string;
  /** The line of a file on which an element begins. */
  lineOf?(index: number): number;
}
