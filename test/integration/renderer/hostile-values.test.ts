import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PrintableVoucher } from "../../../shared/domain/printable-voucher.js";
import { openPrinter, type Printer } from "../../support/processes/printer.js";
import { publicCase } from "../../support/public-case.js";
import { customers, sampleItem, sampleVoucher } from "../../unit/renderer/sample-voucher.js";
import { collidingTexts, readPages } from "./read-pdf.js";

let printer: Printer;
let origin: string;
let requests = 0;
const server = createServer((_request, response) => {
  requests += 1;
  response.end();
});

beforeAll(async () => {
  printer = await openPrinter();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await printer.close();
  server.close();
});

/** A voucher with this value in every field from outside, as if no check had been made before. */
function everywhere(value: string): PrintableVoucher {
  return sampleVoucher(
    {
      voucherType: 201,
      customer: { ...customers.registered, docNumber: value, name: value, address: value },
      items: [sampleItem({ description: value, code: value }), sampleItem()],
      legend: value,
      saleCondition: value,
      currency: { id: value.slice(0, 3), quotation: 2 },
      tributes: [{ type: 7, baseAmount: 1, aliquot: 1, subtotal: 1, description: value }],
      associatedVouchers: [{ voucherType: 1, posNumber: 1, voucherNumber: 1, cuit: value }],
      additionalData: { order: value, nested: { [value]: value } },
      serviceFrom: value,
      serviceExpiration: value,
      fce: { cbu: value, alias: value, transfer: "SCA" },
    },
    {
      issuer: {
        ...{ cuit: value, name: value, taxType: 1, address: value, grossIncome: value, activityStart: value },
        ...{ cbuLegend: true, consumerComplaints: value, accentColor: value, footerText: value },
        legends: [{ text: value, on: "all", from: null }],
      },
      pointOfSale: {
        printedName: value,
        address: value,
        logoKey: null,
        layout: "a4" as const,
        legends: [],
        additionalDataKeys: [
          { key: "order", label: value, printed: true },
          { key: "nested", label: "Nested", printed: true },
        ],
      },
    },
  );
}

const hostileValues: Record<string, (origin: string) => string> = {
  "a script": () => `<script>document.body.textContent = ["script", "ran"].join(" ")</script>`,
  "a handler": () => `<img src=x onerror="document.body.textContent=['handler','ran'].join(' ')">`,
  "an iframe": (to) => `<iframe src="${to}/frame"></iframe><object data="${to}/object"></object>`,
  "file: and http: pictures": (to) => `<img src="file:///etc/hostname"><img src='${to}/x.png'>`,
  "a style that fetches": (to) => `</style><style>@import "${to}/x.css";body{display:none}</style>`,
  "CSS escapes": (to) => `";}body{display:none;background:u\\72l(${to}/y.png)}/*`,
  "a template": () => "{{qr.path}}{{{cae}}}{{#each items}}{{/each}}{{constructor.constructor}}",
  "a direction override": () => "\u202e\u2067txet lamron\u202b\u202e",
  "emoji and stacked diacritics": () => `👩🏽‍🚀🧉${"e\u0301\u0302\u0303".repeat(30)}`,
  "control characters": () => "a\0b\u0007c\u001b[31md\u2028e\r\nf",
  "unpaired surrogates": () => "\ud800 and \udc00",
  "a word of 10 000 letters": () => "W".repeat(10_000),
  "2 000 lines": () => "line\n".repeat(2_000),
};

test.each(Object.entries(hostileValues))(
  "%s in every field",
  async (_name, makeValue) => {
    const pages = await readPages(await printer.print(everywhere(makeValue(origin))));
    const text = pages.map((page) => page.text).join("\n");
    expect(pages.flatMap(({ overflowing }) => overflowing)).toEqual([]);
    expect(pages.flatMap(collidingTexts)).toEqual([]);
    expect(text).not.toMatch(/(script|handler) ran/);
    for (const page of pages) expect(page.text).toContain("FACTURA DE CRÉDITO");
    expect(pages.at(-1)?.text).toContain("Importe Total");
    expect(pages.at(-1)?.text).toContain("CAE N°: 75471234567890");
    expect(requests).toBe(0);
  },
  60_000,
);

/** What would stand in the page if a value were not escaped, or a template of ours were wrong. */
const markup = (to: string) => `
  <link rel="stylesheet" href="${to}/a.css"><style>@import "${to}/b.css"; p { background: url(${to}/c.png) }</style>
  <iframe src="${to}/d"></iframe><object data="${to}/e"></object><img src="${to}/f.png">
  <img src="data:," onerror="document.getElementById('said').textContent = 'handler ran'; fetch('${to}/g')">
  <iframe srcdoc="<script>parent.document.getElementById('said').textContent = 'script ran'</script>"></iframe>
  <p id="said">only paper</p>`;

test("markup of a stranger's that stands in the page fetches nothing, and no script of it runs", async () => {
  const pdf = await printer.browser.use(async (page) => {
    await page.show(markup(origin), "Test");
    return page.toPdf();
  });
  expect((await readPages(pdf)).map(({ text }) => text)).toEqual([expect.stringContaining("only paper")]);
  expect(requests).toBe(0);
});

publicCase(
  {
    kind: "Emoji on the page",
    sent: "a description with 🧉, printed",
    right: "a sign in its place, in the PDF's text too",
    rule: "renderer/README.md",
  },
  async () => {
    const pages = await readPages(
      await printer.print(sampleVoucher({ items: [sampleItem({ description: "Mate 🧉 con bombilla" })] })),
    );
    expect(pages[0]?.text).toContain("Mate \ufffd con bombilla");
  },
);
