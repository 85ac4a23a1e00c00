import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../sandbox/wait-for.js";
import { type System, startSystem } from "../support/processes/system.js";
import { readPdfText } from "../support/readers/read-pdf.js";
import { invoiceB, today } from "../support/samples/invoice.js";
import { padronLine } from "../support/samples/sircip.js";
import { loadLines } from "../support/servers/load-lines.js";
import { beginByHand, prepare } from "./stand-in.js";

// Perceptions of SIRCIP from the request to the authority and back. Source: api/README.md, "Perceptions".

const receiver = { docType: 80, docNumber: "30710151543", name: "Librería del Sur S.R.L.", taxType: 4, stateId: 2 };

let system: System;
let code: string;
beforeAll(async () => {
  system = await startSystem({ processes: ["api", "issuer", "renderer"] });
  code = await prepare(system);
  const digits = "2".repeat(24);
  const line = padronLine({ period: today().slice(0, 6), cuit: receiver.docNumber, letter: "X", digits: `${digits}0` });
  await loadLines(system.databaseUrl, [line]);
  await system.sql("INSERT INTO sircip_province (state_id, starts) VALUES (2, '2026-01-01')");
  const { status } = await system.request("/fiscal-data", { method: "PATCH", body: { sircip: { from: "20260101" } } });
  expect(status).toBe(200);
});
afterAll(() => system[Symbol.asyncDispose]());

const sale = (over: object = {}) => invoiceB({ customer: receiver, perceptions: "sircip", ...over });

interface PerceivedRow {
  id: number;
  cae: string;
  netAmount: string;
  totalAmount: string;
  perceptions: { lines: { record: number; baseAmount: string; subtotal: string }[] };
}

const rowOf = async (id: number) => (await system.request(`/invoices/${id}`)).body.result as unknown as PerceivedRow;

async function issue(body: object): Promise<PerceivedRow> {
  const { status, body: answer } = await system.request("/invoices", { method: "POST", body });
  expect([status, answer.error]).toEqual([201, undefined]);
  return rowOf(answer.result.id);
}
const linesOf = ({ perceptions }: PerceivedRow) =>
  perceptions.lines.map(({ record, baseAmount, subtotal }) => `${record} ${baseAmount} ${subtotal}`);

test("they are declared as tributes, and stand on the page with the prescribed words", async () => {
  const row = await issue(sale());
  expect(linesOf(row)).toEqual(["1 82.64 4.13", "5 82.64 0.83"]);
  expect(row).toMatchObject({ tributesAmount: "4.96", totalAmount: "104.96" });
  const ledger = await system.authority.ledger({ env: "homologation", pos: 1 });
  expect(ledger.find(({ cae }) => cae === row.cae)?.declared).toMatchObject({
    ImpTrib: "4.96",
    Tributos: [
      { Id: 7, Desc: "Percepción SIRCIP", Alic: "5" },
      { Id: 7, Desc: "Percepción SIRCIP por falta de alta en Catamarca", Alic: "1", Importe: "0.83" },
    ],
  });
  const { bytes } = await waitFor(
    async () => {
      const answer = await system.download(`/invoices/${row.id}/pdf`);
      return answer.status === 200 && answer;
    },
    { message: "the PDF" },
  );
  const text = (await readPdfText(bytes)).replace(/\s+/g, " ");
  expect(text).toContain("Percepción SIRCIP por falta de alta en Catamarca");
});

test("cents that are moved after a refusal for the rounding of VAT move no perception", async () => {
  const items = Array.from({ length: 40 }, () => ({ description: "Clavo", quantity: 1, price: 0.12, taxType: 5 }));
  const row = await issue(sale({ items }));
  expect(row.netAmount, "the authority's split").not.toBe("4.00");
  expect(linesOf(row)).toEqual(["1 4.00 0.20", "5 4.00 0.04"]);
});

test("under CAEA they are the same", async () => {
  await beginByHand(system);
  const row = await issue(sale());
  expect(row).toMatchObject({ authorization: "CAEA", cae: code, totalAmount: "104.96" });
  expect(linesOf(row)).toEqual(["1 82.64 4.13", "5 82.64 0.83"]);
  const { status, body } = await system.request(`/invoices/${row.id}/credit-notes`, {
    method: "POST",
    body: { idempotency: "perceived-credit" },
  });
  expect([status, body.error]).toEqual([201, undefined]);
  const note = await rowOf(body.result.id);
  expect(note.perceptions).toEqual(row.perceptions);
  expect(note.totalAmount).toBe(row.totalAmount);
});
