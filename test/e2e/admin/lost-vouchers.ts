import { expect } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import type { System } from "../../support/processes/system.js";
import { identified } from "../../support/samples/invoice.js";
import { type Invoice, invoiceOf, posOf, post, warmUp } from "../faults/fault-system.js";

/** Issues so many sales at the row's point of sale, behind number 1. */
export async function issueSales(system: System, row: number, count: number): Promise<Invoice[]> {
  await warmUp(system, row);
  const sales = Array.from({ length: count }, () => invoiceOf(row, { customer: identified }));
  for (const [at, body] of sales.entries())
    expect(await post(system, body)).toMatchObject({ status: 201, body: { result: { voucherNumber: at + 2 } } });
  return sales;
}

/**
 * The database forgets the row's vouchers behind the first, with their keys, as a restored one does. It notices that: the sequence is unverified,
 * and who took it before commits nothing more.
 */
export async function forget(system: System, row: number, { isPrinted = false } = {}): Promise<void> {
  if (isPrinted) await untilPrinted(system, row);
  // What was answered before is not compared with the ledgers.
  for (const exchange of system.told) if (exchange.body.posNumber === posOf(row)) delete exchange.answer;
  const lost = `pos_number = ${posOf(row)} AND NOT production AND voucher_number > 1`;
  await system.sql(`
    ALTER TABLE voucher DISABLE TRIGGER voucher_is_final;
    UPDATE usage_period SET used_homologation = used_homologation - (SELECT count(*) FROM voucher WHERE ${lost});
    DELETE FROM recipient WHERE voucher_id IN (SELECT id FROM voucher WHERE ${lost});
    DELETE FROM pdf WHERE voucher_id IN (SELECT id FROM voucher WHERE ${lost});
    DELETE FROM print_attempt WHERE voucher_id IN (SELECT id FROM voucher WHERE ${lost});
    DELETE FROM voucher WHERE ${lost};
    ALTER TABLE voucher ENABLE TRIGGER voucher_is_final;
    DELETE FROM issuance WHERE pos_number = ${posOf(row)} AND NOT production AND number > 1;
    UPDATE sequence SET last_number = 1, unverified = true, epoch = epoch + 1 WHERE pos_number = ${posOf(row)} AND NOT production`);
}

export async function untilPrinted(system: System, row: number): Promise<void> {
  const due = () => system.sql(`SELECT FROM voucher WHERE pos_number = ${posOf(row)} AND NOT has_pdf`);
  await waitFor(async () => (await due()).length === 0, { message: "the PDFs", timeoutMs: 60_000 });
}

/** Sends forgotten sales again: the first gets a number that is not sent, and waits for a person; the others are turned away. */
export async function sendAgain(system: System, [first, ...others]: Invoice[]): Promise<void> {
  if (!first) throw new Error("there is nothing to send");
  expect(await post(system, first)).toMatchObject({ status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } });
  for (const body of others)
    expect(await post(system, body)).toMatchObject({ status: 429, body: { code: "VOUCHER_LOCK_TIMEOUT" } });
}

export async function idOf(system: System, { idempotency }: Invoice): Promise<number> {
  const [row] = await system.sql<{ id: number }>("SELECT id FROM issuance WHERE idempotency = $1", [idempotency]);
  return row?.id ?? 0;
}

/** Expects that the key is answered with this number, and that the row has the sale's items. */
export async function expectReplay(system: System, body: Invoice, voucherNumber: number): Promise<void> {
  const replay = await post(system, body);
  expect(replay).toMatchObject({ status: 200, body: { result: { voucherNumber, idempotencyHit: true } } });
  const { body: listed } = await system.request<Record<string, unknown>[]>(`/invoices?idempotency=${body.idempotency}`);
  expect(listed.result[0]).toMatchObject({
    ...{ voucherNumber, idempotency: body.idempotency, source: "api", items: body.items },
    customer: { name: "Consumidor Final" },
  });
}
