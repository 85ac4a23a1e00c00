import { isDeepStrictEqual } from "node:util";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { describeKey, isSameSequence } from "./companies.js";
import type { Issued } from "./contingency-ledger.js";
import { countQuota } from "./database.js";
import { noteOnElements } from "./elements.js";
import { nextId } from "./histories.js";
import { importVouchers, type Shown } from "./imports.js";
import type { Parts } from "./parts.js";
import { isOfKey, nothingKnown, type Row } from "./rows.js";
import { numberOf } from "./sale.js";

/**
 * As "reconcile --import --from", now and then, with a later number than the first: the printed vouchers that the authority has, and the
 * database forgot. Keys get theirs.
 */
export function importPrinted(parts: Pick<Parts, "world" | "database" | "books" | "ledger">, key: SequenceKey): void {
  const { world, database, books, ledger } = parts;
  const isOf = (number: number) => (one: { sequence: SequenceKey; number: number }) =>
    isSameSequence(one.sequence, key) && one.number === number;
  const forgotten = ledger
    .missingFrom(key, 1)
    .filter(({ number }) => books.reported.some(isOf(number)) && !database.imported.some(isOf(number)));
  const later = forgotten.slice(1).map(({ number }) => number);
  if (later.length === 0 || world.random.chance(0.5)) return;
  const from = world.random.pick(later);
  const imported: Shown[] = [];
  for (const one of forgotten.filter(({ number }) => number >= from)) {
    const row = database.rows.find((row) => isClaimant(row, one));
    if (row) claim(parts, row, one);
    else {
      const { number, code, atMs, sale } = one;
      const { date, total } = sale;
      const document = numberOf(sale.document);
      imported.push({ number, cae: code, caea: true, document, date, total, createdAtMs: atMs });
    }
    world.tell("operator", `imports ${describeKey(key)}/${one.number}${row ? ` for #${row.id}` : ""}`);
  }
  importVouchers(world, database, key, imported);
}

/** Its key's attempt ended without a voucher, and wanted the same. */
const isClaimant = (row: Row, { companyId, key, sale }: Issued): boolean =>
  isOfKey(row, companyId, key) &&
  ["rejected", "cancelled", "failed"].includes(row.state) &&
  isDeepStrictEqual(row.sale, sale);

function claim(
  { world, database, ledger }: Pick<Parts, "world" | "database" | "ledger">,
  row: Row,
  { companyId, sequence, number, code, sale }: Issued,
): void {
  Object.assign(row, { state: "approved", number, outcome: null, isBarred: false, isListed: true, ...nothingKnown });
  ledger.claimed(row);
  const printed = { sequence, number, cae: code, caea: true, sale };
  const voucher = { id: nextId(database, "vouchers"), issuanceId: row.id, ...printed };
  database.vouchers.push(voucher);
  ledger.named(voucher);
  countQuota(database, companyId, { used: 1 });
  noteOnElements(world, database, row);
  database.changed(row);
}
