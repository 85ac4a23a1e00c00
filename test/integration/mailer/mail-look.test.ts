import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileTemplate } from "../../../mailer/compile-template.js";
import { composeMail } from "../../../mailer/compose.js";
import { composeWarning } from "../../../mailer/compose-warning.js";
import { fillerOf } from "../../../mailer/template.js";
import { projectFolder } from "../../../shared/assets/assets.js";
import { findChromium } from "../../sandbox/servers/chromium.js";
import { sampleMail, sampleWarnings } from "../../support/samples/sample-mail.js";
import { sampleVoucher } from "../../unit/renderer/sample-voucher.js";

const from = "Talonario <no-reply@talonario.example>";
const pictures = path.join(projectFolder, "test", "output", "mails");
const pages = new Map<string, string>();
let browser: Browser;

beforeAll(async () => {
  const voucher = fillerOf(await compileTemplate("voucher"));
  const warning = fillerOf(await compileTemplate("warning"));
  const comments = "Gracias por su compra.\nEl pedido sale mañana por la mañana; avísenos si prefiere retirarlo.";
  const long = sampleVoucher(
    { currency: { id: "DOL", quotation: 1_480.5 } },
    { production: false, voucherType: 8, posNumber: 99_999, voucherNumber: 99_999_999 },
  );
  const wordy = {
    ...long,
    issuer: { ...long.issuer, name: `${"Compañía Sudamericana de Papeles y Afines ".repeat(2)}S.A.` },
  };
  pages.set("voucher", composeMail(voucher, from, sampleMail({ comments }), Buffer.of()).html);
  const unbroken = { name: "A".repeat(200), comments: "x".repeat(200), voucher: wordy };
  pages.set("voucher-long", composeMail(voucher, from, sampleMail(unbroken), Buffer.of()).html);
  for (const each of sampleWarnings)
    pages.set(`warning-${each.kind}`, composeWarning(warning, { from, appUrl: undefined }, each).html);

  const { executablePath, env, args } = await findChromium();
  browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } as Record<string, string> });
  mkdirSync(pictures, { recursive: true });
});
afterAll(() => browser?.close());

test.each([600, 360])("every mail fits into %i pixels and has no unfilled placeholder", async (width) => {
  const page = await browser.newPage({ viewport: { width, height: 640 } });
  for (const [name, html] of pages) {
    await page.setContent(html, { waitUntil: "load" });
    await page.screenshot({ path: path.join(pictures, `${name}-${width}.png`), fullPage: true });
    expect(await page.evaluate("document.documentElement.scrollWidth"), name).toBe(width);
    expect(await page.innerText("body"), name).not.toMatch(/[{}]|undefined|null/);
  }
  await page.close();
});
