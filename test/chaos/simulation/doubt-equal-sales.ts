import type { Declaration } from "../../../shared/domain/declaration.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { isSameSequence, standsIn } from "./companies.js";
import type { Database } from "./database.js";
import type { ImportRow, Row } from "./rows.js";
import { numberOf } from "./sale.js";
import { isVerified } from "./suspicion.js";
import type { World } from "./world.js";

/** The authority's clock may be ahead. */
const clockMs = 10 * 60_000;

const mayBeSentAgain = ({ guards }: Pick<World, "guards">, { state }: Row): boolean =>
  state !== "approved" && (state !== "submitted" || guards.importsDoubtSubmitted);

/** The number that the row asks for now: its look-up finds the voucher. */
const isItsOwn = ({ state, sequence, number }: Row, key: SequenceKey, of: number): boolean =>
  state === "submitted" && isSameSequence(sequence, key) && number === of;

/** A model of shared/db/reconcile/doubt-equal-sales.ts: the keys of waiting and ended sales that equal a voucher without a key become suspect. */
export function doubtEqualSales(
  world: Pick<World, "circumstances" | "guards">,
  database: Database,
  key: SequenceKey,
): number {
  const { circumstances } = world;
  const sequence = database.sequences.find((one) => isSameSequence(one.key, key));
  if (!sequence || isVerified(database, sequence)) return 0;
  const isHere = ({ sequence: own }: Row) =>
    isSameSequence(own, key) ||
    (standsIn(circumstances, key) && isSameSequence({ ...own, posNumber: key.posNumber }, key));
  const keyless = database.imported.filter(({ sequence }) => isSameSequence(sequence, key));
  const since = new Map<Row, number>();
  for (const row of database.rows.filter((one) => mayBeSentAgain(world, one) && isHere(one))) {
    const others = keyless.filter(({ number }) => !isItsOwn(row, key, number));
    const equal = others.filter((one) => isEqual(row, one) && one.createdAtMs - clockMs < row.recordedAtMs);
    if (equal.length > 0) since.set(row, Math.min(...equal.map(({ createdAtMs }) => createdAtMs)));
  }
  return doubt(since);
}

/** The same of keys whose freed numbers have an imported voucher without a key that equals what was declared under them. */
export function doubtFreed(
  world: Pick<World, "guards">,
  database: Database,
  key: SequenceKey,
  numbers: number[],
): number {
  const sequence = database.sequences.find((one) => isSameSequence(one.key, key));
  const since = new Map<Row, number>();
  for (const { sequenceId, number, issuanceId, declared, isCompared } of database.freed) {
    if (sequenceId !== sequence?.id || !numbers.includes(number) || isCompared) continue;
    const voucher = database.imported.find((one) => isSameSequence(one.sequence, key) && one.number === number);
    const row = database.rows.find(({ id }) => id === issuanceId);
    if (!voucher || !row || !mayBeSentAgain(world, row) || isItsOwn(row, key, number)) continue;
    if (!isOfSale(voucher, declared)) continue;
    since.set(row, Math.min(voucher.createdAtMs, since.get(row) ?? voucher.createdAtMs));
  }
  return doubt(since);
}

function doubt(since: Map<Row, number>): number {
  const doubted = [...since].filter(
    ([{ suspectSinceMs }, sinceMs]) => suspectSinceMs === null || suspectSinceMs > sinceMs,
  );
  for (const [row, sinceMs] of doubted) row.suspectSinceMs = sinceMs;
  return doubted.length;
}

const isEqual = ({ sale }: Row, { document, date, total }: ImportRow): boolean =>
  numberOf(sale.document) === document &&
  Number(sale.total) === Number(total) &&
  date <= sale.date &&
  (timeOf(sale.date) - timeOf(date)) / 86_400_000 <= daysLater;

/** A sale that is sent again may have a later date. Source: shared/db/reconcile/doubt-equal-sales.ts. */
const daysLater = 10;

const timeOf = (date: string): number =>
  Date.UTC(Number(date.slice(0, 4)), Number(date.slice(4, 6)) - 1, Number(date.slice(6, 8)));

/** As the SQL function of this name. */
export const isOfSale = (
  { document, date, total }: Pick<ImportRow, "document" | "date" | "total">,
  { docNumber, voucherDate, total: declared }: Declaration,
): boolean => document === docNumber && date === voucherDate && Number(total) === Number(declared);
