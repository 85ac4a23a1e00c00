import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../sandbox/wait-for.js";
import { type System, startSystem } from "../support/processes/system.js";
import { readPdfText } from "../support/readers/read-pdf.js";
import { sheetSizes } from "../support/readers/sheet-sizes.js";
import { invoiceB } from "../support/samples/invoice.js";

let system: System;
beforeAll(async () => {
  system = await startSystem({ processes: ["api", "issuer", "renderer"] });
});
afterAll(() => system[Symbol.asyncDispose]());

const change = (layout: string) =>
  system.request<{ layout: string }>("/points-of-sale/1", {
    method: "PATCH",
    body: { layout, saleCondition: "Contado" },
  });

/** The voucher's PDF, once it is there. */
const download = (id: number, query = "") =>
  waitFor(
    async () => {
      const answer = await system.download(`/invoices/${id}/pdf${query}`);
      return answer.status === 200 && answer;
    },
    { message: `the PDF ${query}` },
  );

const widthOf = async (id: number, query = "") => (await sheetSizes((await download(id, query)).bytes))[0]?.widthMm;

const kept = async (id: number) =>
  (
    await system.sql<{ versions: string }>("SELECT versions FROM pdf WHERE voucher_id = $1 ORDER BY versions", [id])
  ).map(({ versions }) => versions);

test("a shop with a roll gets its ticket with the first download, and any other layout when it asks", async () => {
  const changed = await change("ticket80");
  expect([changed.status, changed.body.result]).toMatchObject([200, { layout: "ticket80", saleCondition: "Contado" }]);
  const { id } = (await system.request("/invoices", { method: "POST", body: invoiceB() })).body.result;

  expect(await widthOf(id)).toBe(80);
  expect(await kept(id), "made before anybody asked").toEqual(["1", "ticket80-1"]);
  const text = (await readPdfText((await download(id)).bytes)).replace(/\s+/g, " ");
  expect(text).toContain("Condición de venta: Contado");
  expect(text).toMatch(/CAE N°: \d{14}/);
  expect(await widthOf(id, "?layout=a4")).toBe(210);
  expect(await widthOf(id, "?layout=ticket58&versions=1,2")).toBe(58);
  expect(await sheetSizes((await download(id, "?layout=ticket58&versions=1,2")).bytes)).toHaveLength(2);
  expect(await widthOf(id, "?layout=roll"), "an invalid layout is the point of sale's").toBe(80);
  expect(await kept(id)).toEqual(["1", "ticket58-1-2", "ticket80-1"]);

  const again = await system.request(`/invoices/${id}/pdf`, { method: "POST" });
  expect(again.status).toBe(202);
  await waitFor(async () => (await kept(id)).length < 3, {
    message: "what is outdated is forgotten",
  });
  expect(await widthOf(id)).toBe(80);

  await change("a4");
  expect(await widthOf(id), "the point of sale as it is now").toBe(210);
});
