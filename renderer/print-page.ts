import type { Browser, CDPSession } from "playwright";
import { readAsset } from "../shared/assets/assets.js";
import { embeddedFontFaces } from "./fonts.js";
import type { Heights } from "./paginate.js";

/** A page with style sheet and fonts already loaded. Showing a voucher replaces only the body. */
export interface PrintPage {
  /** Shows a body of sheets and measures each, after fonts and pictures are loaded. */
  show(body: string, title: string): Promise<MeasuredSheet[]>;
  /** Shows the copies of a ticket, on paper as high as each of them. */
  showTicket(body: string, title: string, widthMm: number): Promise<ShownTicket>;
  /** Prints the sheets on show as a PDF, one page per sheet. */
  toPdf(): Promise<Buffer>;
}

/** `pages`: of each copy. It is one, unless the copy is longer than any page can be. */
interface ShownTicket {
  pages: number;
}

/** Heights in CSS pixels; `columns` are widths. */
export interface MeasuredSheet extends Heights {
  /** The height that this sheet needs; more than `room`, that of the paper, when it does not fit. */
  used: number;
  /** Line breaks of each high row: the character at which each line of its description begins. */
  lines: number[][];
  columns: number[];
  /** The class of the style sheet that shrinks the items to the paper's width; empty when they fit. */
  size: string;
}

const shell = `<!doctype html>
<html lang="es-AR">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:">
<style>${embeddedFontFaces}</style>
<style id="sheet">${readAsset("renderer/templates/voucher.css")}</style>
<style id="ticket">${readAsset("renderer/templates/ticket.css")}</style>
<style id="paper"></style>
</head>
<body></body>
</html>`;

const scripts = ["show", "show-ticket"].map((name) => readAsset(`renderer/templates/${name}.js`)).join("\n");

/** Opens a page that runs no script of the document and fetches nothing: everything it needs is embedded. */
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
  await page.evaluate(scripts);
  const session = await context.newCDPSession(page);
  return {
    show: (body, title) => page.evaluate<MeasuredSheet[]>(`show(${JSON.stringify(body)}, ${JSON.stringify(title)})`),
    showTicket: (body, title, widthMm) =>
      page.evaluate<ShownTicket>(
        `showTicket(${[body, title, widthMm].map((each) => JSON.stringify(each)).join(", ")})`,
      ),
    toPdf: () => print(session),
  };
}

/**
 * Tagged, so that a screen reader reads it in order, and with an outline. Reads the PDF in one message: Playwright's own `pdf` reads
 * it in parts, which takes twice as long.
 */
async function print(session: CDPSession): Promise<Buffer> {
  const { data } = await session.send("Page.printToPDF", {
    preferCSSPageSize: true,
    printBackground: true,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
  });
  return Buffer.from(data, "base64");
}
