import type { PrintOptions } from "../../../renderer/print-options.js";
import { showVoucher } from "../../../renderer/print-voucher.js";
import type { PrintableVoucher } from "../../../shared/domain/printable-voucher.js";

const roomy = { room: 1, used: 0, head: 0, rows: [], lines: [], carry: 0, notes: [], foot: 0, columns: [], size: "" };

/** The HTML that the browser first gets for a voucher, before pagination: one sheet per copy, even if it overflows. */
export async function sheetsOf(voucher: PrintableVoucher, options: Partial<PrintOptions> = {}): Promise<string> {
  let shown = "";
  const page = {
    show: async (body: string) => {
      shown = body;
      return [roomy];
    },
  };
  await showVoucher(page, voucher, { versions: [1], ...options });
  return shown;
}
