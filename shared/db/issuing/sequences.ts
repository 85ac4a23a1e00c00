import { randomBytes } from "node:crypto";
import type { PosKind } from "../../domain/evidence.js";
import type { Look } from "../../domain/look-pace.js";
import type { SequenceKey } from "../../domain/sequence.js";
import { countRows } from "../fragments/count-rows.js";
import { Prisma } from "../generated/client.js";
import { currentIncarnation, detectLoss } from "../incarnation/incarnation.js";
import { operatorDecides, refuseWhileOperatorDecides } from "../incarnation/watermarks.js";
import type { Database } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { missForgotten } from "./missing-numbers.js";

/** A taken sequence. Commits carry `epoch` and `token`, and change nothing once another issuer has taken the sequence. */
export interface OwnedSequence {
  id: number;
  key: SequenceKey;
  epoch: number;
  /** 64 random bits of this taking. After a loss of commits, an epoch may occur twice, but a token never does. */
  token: string;
  /** The last number that the authority granted. Null until we asked for it the first time. */
  lastNumber: number | null;
  lastDate: string | null;
  /** The database lost commits since the last grant, so it may have forgotten vouchers of ours. */
  unverified: boolean;
}

/**
 * Raises the epoch in a commit of its own, before anything else of the sequence is read. Also detects that the database is on
 * another history than at the last taking. While it has gone back and has no other history yet, nothing is taken: it gets one first.
 * ▲ Nor while a person must say whether it went back.
 * Source: issuer/README.md, sections 2, step 3, and 3.
 */
export async function acquireSequence(db: Database, key: SequenceKey): Promise<OwnedSequence> {
  for (;;) {
    const taken = await takeNow(db, key);
    if (taken) return taken;
    await refuseWhileOperatorDecides(db);
    await detectLoss(db);
  }
}

/** ▲ The row first: an INSERT draws an id even where it finds its row, and every taking would bring the end of the ids nearer. */
async function takeNow(db: Database, key: SequenceKey): Promise<OwnedSequence | undefined> {
  const token = randomBytes(8).readBigInt64BE().toString();
  const raised = (
    incarnation: Prisma.Sql,
  ) => Prisma.sql`epoch = s.epoch + 1, token = ${token}::bigint, incarnation = ${incarnation},
        unverified = s.unverified OR (s.incarnation IS NOT NULL AND s.incarnation <> ${incarnation})`;
  const taken = Prisma.sql`s.id, s.epoch, s.token::text, s.last_number AS "lastNumber", s.last_date AS "lastDate", s.unverified`;
  const [row] = await db.$queryRaw<Omit<OwnedSequence, "key">[]>(prepared("take_sequence")`
    WITH known AS (
      UPDATE sequence s SET ${raised(Prisma.sql`present`)} FROM current_incarnation() AS present
      WHERE present <> 0 AND NOT ${operatorDecides} AND s.company_id = ${key.companyId}::int AND s.production = ${key.production}::boolean
        AND s.pos_number = ${key.posNumber}::int AND s.voucher_type = ${key.voucherType}::int
      RETURNING ${taken}
    ),
    made AS (
      INSERT INTO sequence AS s (company_id, production, pos_number, voucher_type, epoch, token, incarnation, unverified)
      SELECT ${key.companyId}::int, ${key.production}::boolean, ${key.posNumber}::int, ${key.voucherType}::int, 1, ${token}::bigint,
        present, ${isForgotten(key)} FROM current_incarnation() AS present WHERE present <> 0 AND NOT ${operatorDecides}
        AND NOT EXISTS (SELECT FROM known)
      -- Two may take it for the first time at once.
      ON CONFLICT (company_id, production, pos_number, voucher_type) DO UPDATE SET ${raised(Prisma.sql`excluded.incarnation`)}
      RETURNING ${taken}
    )
    SELECT * FROM known UNION ALL SELECT * FROM made`);
  return row && { ...row, key };
}

/**
 * SQL that is true for a sequence without a row, though an issuance of it was recorded on an earlier history: the database may have
 * forgotten the row, and vouchers with it.
 */
const isForgotten = (key: SequenceKey) => Prisma.sql`
  EXISTS (SELECT FROM issuance i WHERE i.company_id = ${key.companyId} AND i.production = ${key.production}
    AND i.pos_number = ${key.posNumber} AND i.voucher_type = ${key.voucherType}
    AND (i.incarnation <> present OR i.suspect_since IS NOT NULL))`;

/** True for the row of `sequence` while this taking is the latest one and the database's history is still the same. */
export const isOwnedBy = ({ id, epoch, token }: OwnedSequence) =>
  Prisma.sql`id = ${id} AND epoch = ${epoch} AND token = ${token}::bigint AND incarnation = ${currentIncarnation}`;

export async function isCurrent(db: Database, taken: OwnedSequence): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>(prepared("is_current")`SELECT 1 FROM sequence WHERE ${isOwnedBy(taken)}`);
  return rows.length === 1;
}

/**
 * Records the authority's last number of the sequence, and when it answered, by its own clock. A counter that lags does not lower
 * our last number. False when superseded.
 */
export async function setLastNumber(
  db: Database,
  taken: OwnedSequence,
  lastNumber: number,
  authorityTimeMs: number | null,
): Promise<boolean> {
  const changed = await db.$executeRaw(prepared("set_last_number")`
    UPDATE sequence s SET last_number = greatest(s.last_number, ${lastNumber}),
      authority_time = coalesce(${toInstant(authorityTimeMs)}, s.authority_time), ${missForgotten(Prisma.sql`s.unverified`, lastNumber)}
    WHERE ${isOwnedBy(taken)}`);
  return changed === 1;
}

/** SQL of a timestamp from milliseconds since 1970. Null stays NULL. */
export const toInstant = (ms: number | null) => Prisma.sql`to_timestamp(${ms}::float8 / 1000)`;

/** SQL that is true for the rows of a sequence, and of its vouchers. */
const isOf = ({ companyId, production, posNumber, voucherType }: SequenceKey) => Prisma.sql`company_id = ${companyId}
  AND production = ${production} AND pos_number = ${posNumber} AND voucher_type = ${voucherType}`;

/** Whether the database may have forgotten vouchers of a sequence, as the next taking would see it. */
export async function isUnverified(db: Database, key: SequenceKey): Promise<boolean> {
  const [row] = await db.$queryRaw<{ unverified: boolean }[]>`
    SELECT unverified OR (incarnation IS NOT NULL AND incarnation <> ${currentIncarnation}) AS unverified FROM sequence WHERE ${isOf(key)}`;
  return row?.unverified ?? false;
}

/** The date of the last voucher that we issued on a sequence, `YYYYMMDD`. */
export async function findLastDate(db: Database, key: SequenceKey): Promise<string | null> {
  const [row] = await db.$queryRaw<{ lastDate: string | null }[]>`
    SELECT last_date AS "lastDate" FROM sequence WHERE ${isOf(key)}`;
  return row?.lastDate ?? null;
}

/** The data of a sequence for judging a voucher that was found under our number. */
export interface Situation {
  companyCode: string;
  kind: PosKind;
  unverified: boolean;
}

/** Reads the current data, because an operator may at any time declare who issues at a point of sale. */
export async function readSituation(db: Database, { id }: Pick<OwnedSequence, "id">): Promise<Situation> {
  const [row] = await db.$queryRaw<[Situation]>`
    SELECT c.code AS "companyCode", s.unverified, CASE WHEN p.exclusive THEN 'own' WHEN s.shared THEN 'shared' ELSE 'open' END AS kind
    FROM sequence s JOIN company c ON c.id = s.company_id
    LEFT JOIN point_of_sale p ON p.company_id = s.company_id AND p.production = s.production AND p.number = s.pos_number
    WHERE s.id = ${id}`;
  return row;
}

/** How many numbers after the last one, up to `until`, have a voucher in our database, because they were imported. */
export const countKnown = (
  db: Database,
  { key, lastNumber }: Pick<OwnedSequence, "key" | "lastNumber">,
  until: number,
): Promise<number> =>
  countRows(
    db,
    Prisma.sql`voucher WHERE ${isOf(key)} AND voucher_number > ${lastNumber ?? 0} AND voucher_number <= ${until}`,
  );

export interface DueSequence extends SequenceKey {
  /** The rounds of questions about its lowest open number, if it has one. `nowMs` is the database's clock. */
  looks: Look[] | null;
  nowMs: number;
}

/** After this time, a sequence that could not issue is tried again for the patient in its line. */
export const retrySeconds = 10;

/**
 * The sequences with issuances recorded over 2 seconds ago that are in line or submitted. Younger ones still have their jobs. The
 * patient in a line wait until their sequence may be tried again. No time that lies further ahead is waited for: the database's clock
 * was set back since.
 */
export async function openSequences(db: Database): Promise<DueSequence[]> {
  return db.$queryRaw<DueSequence[]>(prepared("open_sequences")`
    SELECT company_id AS "companyId", production, pos_number AS "posNumber", voucher_type AS "voucherType",
      (array_agg(lookups ORDER BY number) FILTER (WHERE state = 'submitted'))[1] AS looks,
      (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"
    FROM issuance i
    WHERE state IN ('queued', 'submitted') AND (enqueued_at < now() - interval '2 seconds' OR enqueued_at > now() + interval '2 seconds')
      AND (state = 'submitted' OR deadline_at > now() AND NOT (is_background AND EXISTS (
        SELECT FROM sequence s WHERE s.company_id = i.company_id AND s.production = i.production AND s.pos_number = i.pos_number
          AND s.voucher_type = i.voucher_type AND s.retry_at BETWEEN now() AND now() + ${retrySeconds} * interval '1 second')))
    GROUP BY company_id, production, pos_number, voucher_type`);
}
