import type { SequenceKey } from "../domain/sequence.js";
import type { Database } from "./database.js";

/** A sequence as its present taker knows it. Commits carry `epoch`: a later taker makes them void. */
export interface TakenSequence {
  id: number;
  key: SequenceKey;
  epoch: number;
  /** The last number that the authority granted; null until it was asked for the first time. */
  lastNumber: number | null;
  lastDate: string | null;
}

/** Raises the epoch in a commit of its own, before anything else of the sequence is read. Source: DESIGN.md, section 2, step 3. */
export async function takeSequence(db: Database, key: SequenceKey): Promise<TakenSequence> {
  const [row] = await db.$queryRaw<[Omit<TakenSequence, "key">]>`
    /* prepared take_sequence */ INSERT INTO sequence (company_id, production, pos_number, voucher_type, epoch)
    VALUES (${key.companyId}, ${key.production}, ${key.posNumber}, ${key.voucherType}, 1)
    ON CONFLICT (company_id, production, pos_number, voucher_type) DO UPDATE SET epoch = sequence.epoch + 1
    RETURNING id, epoch, last_number AS "lastNumber", last_date AS "lastDate"`;
  return { ...row, key };
}

export async function isCurrent(db: Database, { id, epoch }: TakenSequence): Promise<boolean> {
  const rows = await db.$queryRaw<
    unknown[]
  >`/* prepared is_current */ SELECT 1 FROM sequence WHERE id = ${id} AND epoch = ${epoch}`;
  return rows.length === 1;
}

/** Records the last number that the authority gives for the sequence. False when another taker came. */
export async function resynchronise(db: Database, { id, epoch }: TakenSequence, lastNumber: number): Promise<boolean> {
  const changed = await db.$executeRaw`
    /* prepared resynchronise */ UPDATE sequence SET last_number = ${lastNumber} WHERE id = ${id} AND epoch = ${epoch}`;
  return changed === 1;
}

/** The date of the last voucher that was issued here on a sequence, `YYYYMMDD`. */
export async function findLastDate(db: Database, key: SequenceKey): Promise<string | null> {
  const row = await db.sequence.findUnique({ where: { companyId_production_posNumber_voucherType: key } });
  return row?.lastDate ?? null;
}

export interface OpenSequence extends SequenceKey {
  /** Its last look at a number could not tell what became of it. */
  unconfirmed: boolean;
}

/** The sequences with something to do: waiting longer than a wake-up takes, or with an outcome still open. */
export async function openSequences(db: Database): Promise<OpenSequence[]> {
  return db.$queryRaw<OpenSequence[]>`
    /* prepared open_sequences */ SELECT company_id AS "companyId", production, pos_number AS "posNumber", voucher_type AS "voucherType",
      bool_or(doubt IS NOT DISTINCT FROM 'unconfirmed') AS unconfirmed
    FROM issuance
    WHERE state IN ('queued', 'submitted') AND armed_at < now() - interval '2 seconds'
      AND (state = 'submitted' OR deadline_at > now())
    GROUP BY company_id, production, pos_number, voucher_type`;
}
