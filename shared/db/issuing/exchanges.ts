import type { Database } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";

/** One request to the tax authority and its answer, about one or several issuances. Stored word for word, without the ticket. */
export interface ExchangeRecord {
  issuanceIds: number[];
  operation: string;
  request: string;
  /** Null when no answer came. Then `failure` says why. */
  answer: string | null;
  /** The answer's HTTP status. */
  status: number | null;
  failure: string | null;
  /** How we read the answer: approved, rejected, unknown, found, absent and so on. */
  outcome: string;
  startedAt: Date;
  tookMs: number;
}

export async function insertExchanges(db: Database, records: ExchangeRecord[]): Promise<void> {
  await db.$executeRaw(prepared("insert_exchanges")`
    INSERT INTO exchange (issuance_ids, operation, request, answer, status, failure, outcome, started_at, took_ms)
    SELECT e.ids::bigint[], e.operation, e.request, e.answer, e.status, e.failure, e.outcome, e.started_at, e.took_ms
    FROM unnest(${records.map((one) => `{${one.issuanceIds.join(",")}}`)}::text[], ${records.map((one) => one.operation)}::text[],
      ${records.map((one) => one.request)}::text[], ${records.map((one) => one.answer)}::text[], ${records.map((one) => one.status)}::int[],
      ${records.map((one) => one.failure)}::text[], ${records.map((one) => one.outcome)}::text[],
      ${records.map((one) => one.startedAt)}::timestamptz[], ${records.map((one) => one.tookMs)}::int[])
      AS e(ids, operation, request, answer, status, failure, outcome, started_at, took_ms)`);
}

/** How long exchanges are kept. Source: api/README.md, "Limits". A month of them is dropped by the same number (`retention_days`). */
const keptDays = 90;

/** All exchanges about a voucher, oldest first, including those under numbers that it did not get. */
export async function listExchanges(db: Database, voucherId: number): Promise<ExchangeRecord[]> {
  return db.$queryRaw<ExchangeRecord[]>`
    SELECT e.issuance_ids AS "issuanceIds", e.operation, e.request, e.answer, e.status, e.failure, e.outcome,
      e.started_at AS "startedAt", e.took_ms AS "tookMs"
    FROM exchange e JOIN voucher v ON e.issuance_ids @> ARRAY[v.issuance_id]
    WHERE v.id = ${voucherId} AND e.created_at + ${keptDays} * interval '1 day' >= now() ORDER BY e.started_at, e.id`;
}

/** Deletes old exchanges that are in no month's partition, in batches, so that no statement takes long. Gives how many it deleted. */
export async function purgeExchanges(db: Database, batch = 1_000): Promise<number> {
  let purged = 0;
  for (;;) {
    const [{ deleted }] = await db.$queryRaw<[{ deleted: number }]>`
      SELECT public.purge_exchanges(${batch}::int) AS deleted`;
    purged += deleted;
    if (deleted < batch) return purged;
  }
}
