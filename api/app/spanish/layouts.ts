import type { PdfLayout } from "../../../shared/domain/pdf-form.js";

/** The papers that a voucher is printed on. */
export const layoutWords: Record<PdfLayout, string> = {
  a4: "Hoja A4",
  ticket80: "Ticket de 80 mm",
  ticket58: "Ticket de 58 mm",
};
