import type { PdfForm } from "../shared/domain/pdf-form.js";

/** Paper, copies and logo of a print. */
export interface PrintOptions extends PdfForm {
  /** The logo as a data URI. */
  logo?: string | undefined;
}
