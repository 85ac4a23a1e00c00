import type { PdfForm } from "../shared/domain/pdf-form.js";

/** What to print of a voucher, and how. */
export interface PrintOptions extends PdfForm {
  /** The logo as a data URI. */
  logo?: string | undefined;
}
