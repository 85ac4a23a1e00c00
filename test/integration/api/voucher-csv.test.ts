import { beforeAll, describe, expect, test } from "vitest";
import { voucherColumns } from "../../../shared/domain/reports/voucher-cells.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { readVoucherCsv, toCsvLine } from "../../support/readers/read-voucher-csv.js";
import { invoiceB } from "../../support/samples/invoice.js";

const system = await openForFile(openIssuingApp);
beforeAll(async () => {
  for (const [posNumber, name] of [
    [1, "PEÑA; MARTÍN"],
    [2, '=HYPERLINK("http://example.com")'],
    [1, 'Ana "la" Gómez'],
  ] as const) {
    const invoice = invoiceB({ posNumber });
    const { status } = await system.post({ ...invoice, customer: { ...invoice.customer, name } });
    expect(status).toBe(201);
  }
});

const path = "/reports/vouchers.csv";

/** With the byte order mark, which a text of `fetch` would lack. */
async function readBytes(query: string): Promise<string> {
  const response = await system.app.request(`/api/demo${path}${query}`, {
    headers: { authorization: `Bearer ${system.keys.keys.test}` },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer()).toString();
}

describe('GET reports/vouchers.csv (api/README.md, "Vouchers in CSV")', () => {
  test.each([
    ["", "", undefined],
    ["?pos=1&ordering=number", "?pos=1&ordering=number", undefined],
    ["?pos__in=1,2&ordering=-pos,id&locale=es-AR", "?pos__in=1,2&ordering=-pos,id", "es-AR" as const],
    ["?pos=9", "?pos=9", undefined],
  ])("has what the listing has: %s", async (query, listed, locale) => {
    const lines = readVoucherCsv(await readBytes(query), locale).map((line) =>
      Object.fromEntries(Object.entries(line).filter(([, cell]) => cell !== "")),
    );
    const { body } = await system.get(`/invoices${listed}`);
    expect(lines).toEqual(body.result.map((voucher: Record<string, unknown>) => toCsvLine(voucher, locale)));
  });

  test("is a file, whose name says whose it is", async () => {
    const { status, headers } = await system.get(path);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="[\w-]+30712345671[\w-]*\.csv"$/);
  });

  test("shows nothing of the other environment", async () => {
    const { body } = await system.get(path, { key: system.keys.keys.production });
    expect(body).toBe(`${voucherColumns.join(",")}\r\n`);
  });

  test("an unknown locale is a fault, also when it is empty", async () => {
    for (const locale of ["es", "es-ar", "en-US", ""]) {
      const { status, body } = await system.get(`${path}?locale=${locale}`);
      expect([status, body.details.errors.map(({ field }: { field: string }) => field)]).toEqual([400, ["locale"]]);
    }
  });

  test("a page is no part of it: limit and offset are ignored, or a fault for who is strict", async () => {
    const all = (await system.get(path)).body;
    expect((await system.get(`${path}?limit=1&offset=1&colour=blue`)).body).toBe(all);
    const { status, body } = await system.get(`${path}?limit=1&offset=1&pos=1&locale=es-AR`, {
      headers: { prefer: "handling=strict" },
    });
    expect([status, body.details.errors.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      ["?limit", "?offset"],
    ]);
  });

  test("more filters than the listing takes are a fault", async () => {
    const many = Array.from({ length: 33 }, (_, at) => `id__gt=${at}`).join("&");
    expect((await system.get(`${path}?${many}`)).status).toBe(400);
  });
});
