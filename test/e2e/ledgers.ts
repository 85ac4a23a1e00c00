import { expect } from "vitest";
import type { System } from "../support/processes/system.js";
import { groupBy } from "../support/readers/group-by.js";
import { readLedgers } from "../support/readers/three-ledgers.js";
import { findViolations } from "../support/readers/violations.js";

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
  source: string;
  userEmail: string | null;
}

/** All rows of the listing, over all pages. */
export async function listAll(system: System): Promise<ListedVoucher[]> {
  const rows: ListedVoucher[] = [];
  for (;;) {
    const { body } = await system.request<ListedVoucher[]>(`/invoices?limit=200&offset=${rows.length}&ordering=id`);
    rows.push(...body.result);
    if (rows.length >= body.total) return rows;
  }
}

/**
 * Expects the authority's ledger and our listing to hold the same vouchers, and every sequence to run 1..n (including foreign
 * vouchers). Gives the rows of the listing.
 */
export async function expectListedAsGranted(system: System): Promise<ListedVoucher[]> {
  const rows = await listAll(system);
  const granted = await system.authority.ledger({ env: "homologation" });
  const ours = rows.map((row) =>
    [row.posNumber, row.voucherType, row.voucherNumber, row.cae, row.totalAmount, row.docNumber, row.voucherDate].join(
      " ",
    ),
  );
  const theirs = granted
    .filter(({ foreign }) => !foreign)
    .map((voucher) =>
      [voucher.pos, voucher.type, voucher.number, voucher.cae, voucher.total, voucher.docNumber, voucher.date].join(
        " ",
      ),
    );
  expect(ours.sort()).toEqual(theirs.sort());

  for (const [sequence, vouchers] of groupBy(granted, ({ pos, type }) => `${pos}-${type}`)) {
    const numbers = vouchers.map((voucher) => voucher.number).sort((a, b) => a - b);
    expect(numbers, `numbers of ${sequence}`).toEqual(numbers.map((_, index) => index + 1));
  }
  return rows;
}

/** The same, and every answer is true. Invariants I1 to I3, I6 to I8, I10, I11. */
export async function expectEqualLedgers(system: System): Promise<ListedVoucher[]> {
  const rows = await expectListedAsGranted(system);
  await expectNoViolation(system);
  return rows;
}

/** Expects the three ledgers to agree. Call it when everything has settled. */
export async function expectNoViolation(system: Pick<System, "told" | "sql" | "authority">): Promise<void> {
  expect(findViolations(await readLedgers(system))).toEqual([]);
}

/** The same at the end of a file. Stops the system's processes also when the ledgers do not agree. */
export async function endWithoutViolation(
  system: Pick<System, "told" | "sql" | "authority"> & AsyncDisposable,
): Promise<void> {
  try {
    await expectNoViolation(system);
  } finally {
    await system[Symbol.asyncDispose]();
  }
}
