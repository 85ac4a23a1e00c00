import { expect } from "vitest";
import type { System } from "../support/system.js";

export interface ListedVoucher {
  id: number;
  posNumber: number;
  voucherType: number;
  voucherNumber: number;
  voucherDate: string;
  docNumber: string;
  totalAmount: string;
  cae: string;
  idempotency: string;
}

/** Every row of the listing, whatever the pages. */
export async function listAll(system: System): Promise<ListedVoucher[]> {
  const rows: ListedVoucher[] = [];
  for (;;) {
    const { body } = await system.request<ListedVoucher[]>(`/invoices?limit=200&offset=${rows.length}&ordering=id`);
    rows.push(...body.result);
    if (rows.length >= body.total) return rows;
  }
}

/** The authority's ledger and our listing hold the same vouchers, and every sequence runs 1..n. Invariants I2 and I3. */
export async function expectEqualLedgers(system: System): Promise<ListedVoucher[]> {
  const rows = await listAll(system);
  const granted = await system.authority.ledger({ env: "homologation" });
  const ours = rows.map((row) =>
    [row.posNumber, row.voucherType, row.voucherNumber, row.cae, row.totalAmount, row.docNumber, row.voucherDate].join(
      " ",
    ),
  );
  const theirs = granted.map((voucher) =>
    [voucher.pos, voucher.type, voucher.number, voucher.cae, voucher.total, voucher.docNumber, voucher.date].join(" "),
  );
  expect(ours.sort()).toEqual(theirs.sort());

  const sequences = groupBySequence(rows);
  for (const [sequence, vouchers] of sequences) {
    const numbers = vouchers.map((row) => row.voucherNumber).sort((a, b) => a - b);
    expect(numbers, `numbers of ${sequence}`).toEqual(numbers.map((_, index) => index + 1));
  }
  return rows;
}

function groupBySequence(rows: ListedVoucher[]): Map<string, ListedVoucher[]> {
  const groups = new Map<string, ListedVoucher[]>();
  for (const row of rows) {
    const name = `${row.posNumber}-${row.voucherType}`;
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return groups;
}
