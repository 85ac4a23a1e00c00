import type { Browser, CDPSession } from "playwright";
import { readAsset } from "../shared/assets.js";
import { embeddedFontFaces } from "./fonts.js";

/** A page that holds the style sheet and the fonts already: showing a voucher replaces the body alone. */
export interface PrintPage {
  /** Shows a body of sheets and gives what each measures, once fonts and pictures are there. */
  show(body: string, title: string): Promise<MeasuredSheet[]>;
  /** What is shown, as a PDF of one page per sheet. */
  toPdf(): Promise<Buffer>;
}

/** In CSS pixels, all of them heights but `columns`. */
export interface MeasuredSheet {
  /** What a sheet has room for. */
  room: number;
  /** What this one takes: more than its room when it does not fit. */
  used: number;
  /** From the top to the first row. */
  head: number;
  rows: number[];
  carry: number;
  notes: number[];
  foot: number;
  columns: number[];
  /** How much smaller the items had to be set to stay on the paper: a class of the style sheet, or empty. */
  size: string;
}

const shell = `<!doctype html>
<html lang="es-AR">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:">
<style>${embeddedFontFaces}
${readAsset("renderer/templates/voucher.css")}</style>
</head>
<body></body>
</html>`;

const script = readAsset("renderer/templates/show.js");

/** No script of the document runs and nothing is fetched; what it needs is inside it. */
export async function openPrintPage(browser: Browser): Promise<PrintPage> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    offline: true,
    serviceWorkers: "block",
    viewport: { width: 800, height: 600 },
  });
  await context.route("**/*", (route) => route.abort());
  const page = await context.newPage();
  await page.setContent(shell, { waitUntil: "load" });
  await page.evaluate(script);
  const session = await context.newCDPSession(page);
  return {
    show: (body, title) => page.evaluate<MeasuredSheet[]>(`show(${JSON.stringify(body)}, ${JSON.stringify(title)})`),
    toPdf: () => print(session),
  };
}

/** In one answer of the browser; Playwright's own `pdf` reads it back in parts, which takes twice as long. */
async function print(session: CDPSession): Promise<Buffer> {
  const { data } = await session.send("Page.printToPDF", {
    preferCSSPageSize: true,
    printBackground: true,
    generateTaggedPDF: false,
    generateDocumentOutline: false,
  });
  return Buffer.from(data, "base64");
}
