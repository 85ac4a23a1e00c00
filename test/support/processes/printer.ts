import { openBrowser, type PdfBrowser } from "../../../renderer/browser.js";
import type { PrintOptions } from "../../../renderer/print-options.js";
import { printVoucher } from "../../../renderer/print-voucher.js";
import type { PrintableVoucher } from "../../../shared/domain/printable-voucher.js";
import { findChromium } from "../../sandbox/servers/chromium.js";

export interface Printer {
  browser: PdfBrowser;
  print(voucher: PrintableVoucher, options?: Partial<PrintOptions>): Promise<Buffer>;
  close(): Promise<void>;
}

/** The renderer's browser, opened as the renderer does. Unlike there, a print that needed a retry fails. */
export async function openPrinter(options: { recycleAfter?: number } = {}): Promise<Printer> {
  const { executablePath, env, sandbox } = await findChromium();
  Object.assign(process.env, env);
  const failures: unknown[] = [];
  const browser = await openBrowser({
    executablePath,
    sandbox,
    onFailure: (error) => failures.push(error),
    ...options,
  });
  return {
    browser,
    print: async (voucher, { layout = "a4", versions = [1], logo } = {}) => {
      const pdf = await browser.use((page) => printVoucher(page, voucher, { layout, versions, logo }));
      if (failures.length > 0) throw failures[0];
      return pdf;
    },
    close: () => browser.close(),
  };
}
