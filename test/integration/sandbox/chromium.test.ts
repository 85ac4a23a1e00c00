import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { chromium } from "playwright";
import { expect, test } from "vitest";
import { findChromium } from "../../sandbox/servers/chromium.js";

test("the found Chromium prints a PDF with readable text", async () => {
  const { executablePath, env, args } = await findChromium();
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
  try {
    const page = await browser.newPage();
    await page.setContent("<h1>Factura N.º 0001-00000042</h1>");
    const text = await readText(await page.pdf({ format: "A4" }));

    expect(text).toBe("Factura N.º 0001-00000042");
  } finally {
    await browser.close();
  }
});

test("a CHROMIUM_PATH that does not exist is refused with its path", async () => {
  await expect(findChromium({ CHROMIUM_PATH: "/nowhere/chromium" })).rejects.toThrow("/nowhere/chromium");
});

async function readText(pdf: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const content = await (await document.getPage(1)).getTextContent();
  return content.items.map((item) => ("str" in item ? item.str : "")).join("");
}
