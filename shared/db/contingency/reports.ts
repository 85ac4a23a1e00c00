import type { AuthorityMessage } from "../../domain/cae-outcome.js";
import type { Declaration } from "../../domain/declaration.js";
import type { SequenceKey } from "../../domain/sequence.js";
import { Prisma } from "../generated/client.js";
import type { OwnedSequence } from "../issuing/sequences.js";
import { fence } from "../issuing/submissions.js";
import type { Database } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";

/** A voucher under CAEA that the authority has not taken yet. */
export interface OpenReport {
  voucherId: number;
  issuanceId: number | null;
  number: number;
  state: "due" | "sent" | "rejected";
  /** The code of its fortnight. `validFrom` is `YYYYMMDD`. */
  caea: { code: string; validFrom: string };
  /** Declaration that is sent, sent again, and compared with what is found. */
  declared: Declaration;
  /** When the voucher was issued, in milliseconds since 1970: a part of the report. */
  generatedAtMs: number;
  /** How often in a row it was tried without an outcome. */
  tries: number;
  /** How long it must not be tried yet, by the database's clock. */
  waitMs: number;
  /** The voucher with the number before it is one of ours that the authority has taken. */
  followsReported: boolean;
  /** For how long the authority has counted it and not shown it, in milliseconds. Null while it does not. */
  hiddenMs: number | null;
}

/** Transition of a report. */
export type ReportChange = { number: number; from: "due" | "sent" } & (
  | { to: "reported"; observations: AuthorityMessage[] }
  | { to: "rejected"; errors: AuthorityMessage[] }
  /**
   * `due`: certainly not taken. `sent`: nobody knows yet. It is tried again after `waitMs`. `isHidden`: the authority counts it, and
   * does not show it.
   */
  | { to: "due" | "sent"; tries: number; waitMs: number; isHidden?: true }
);

/** The most vouchers in one call. Source: issuer/authority/README.md, section 13.4 (code 10003). */
const maxPerReport = 250;

/**
 * How long nobody else sends a report that was just sent: as long as the lock of an issuer that died lasts. Source: issuer/locks/lock.ts.
 */
const inFlightMs = 10_000;

export const ofSequence = ({ companyId, production, posNumber, voucherType }: SequenceKey) => Prisma.sql`
  r.company_id = ${companyId} AND r.production = ${production} AND r.pos_number = ${posNumber} AND r.voucher_type = ${voucherType}`;

/** The report in the row is open: it must be sent, its outcome is not known yet, or the authority refused it. */
export const isOpenReport = (row: "r" | "caea_report") =>
  Prisma.raw(`${row}.state <> 'reported' AND ${row}.state <> 'givenUp'`);

/** No report waits this long. One with a later time is due now: the database's clock was set back since. */
const tooFar = Prisma.sql`now() + interval '2 minutes'`;

const inSequenceOrder = Prisma.sql`company_id, production, pos_number, voucher_type`;

/**
 * After how long a sequence is taken up again that a round took up and recorded nothing about: something of our own failed, such as
 * a private key that does not open.
 */
const takenUpAgainSeconds = 30;

/**
 * Takes up the sequences of an environment whose first open report may be tried now. Companies take turns, and of each company the
 * sequence that waits longest comes first. Whatever becomes of the reports, these sequences then stand behind the others. Reads one row
 * of each sequence with open reports, and no more.
 * @param today the Argentine day, `YYYYMMDD`: no code is reported on the first day of its validity
 */
export const claimDueReports = (
  db: Database,
  production: boolean,
  today: string,
  limit: number,
): Promise<SequenceKey[]> =>
  db.$queryRaw(prepared("claim_due_reports")`
  WITH RECURSIVE head AS (
    (SELECT ${inSequenceOrder}, caea_id, state, due_at, listed_at, voucher_id FROM caea_report WHERE ${isOpenReport("caea_report")}
      ORDER BY ${inSequenceOrder}, voucher_number LIMIT 1)
    UNION ALL
    SELECT n.* FROM head h CROSS JOIN LATERAL (
      SELECT ${inSequenceOrder}, caea_id, state, due_at, listed_at, voucher_id FROM caea_report
      WHERE ${isOpenReport("caea_report")} AND (${inSequenceOrder}) > (h.company_id, h.production, h.pos_number, h.voucher_type)
      ORDER BY ${inSequenceOrder}, voucher_number LIMIT 1) n
  ),
  due AS (
    SELECT h.voucher_id, h.due_at, row_number() OVER (PARTITION BY h.company_id ORDER BY h.due_at) AS turn
    FROM head h JOIN caea a ON a.id = h.caea_id
    WHERE h.production = ${production} AND h.state <> 'rejected' AND (h.due_at <= now() OR h.due_at > ${tooFar}) AND a.valid_from < ${today}
      AND coalesce(h.listed_at > now() + interval '1 second'
        OR h.listed_at <= now() - ${takenUpAgainSeconds} * interval '1 second', true)
  ),
  taken AS MATERIALIZED (
    SELECT r.voucher_id FROM caea_report r JOIN due ON due.voucher_id = r.voucher_id
    WHERE coalesce(r.listed_at > now() + interval '1 second' OR r.listed_at <= now() - ${takenUpAgainSeconds} * interval '1 second', true)
    ORDER BY due.turn, due.due_at LIMIT ${limit} FOR UPDATE OF r SKIP LOCKED
  )
  UPDATE caea_report r SET listed_at = now() FROM taken WHERE r.voucher_id = taken.voucher_id
  RETURNING r.company_id AS "companyId", r.production, r.pos_number AS "posNumber", r.voucher_type AS "voucherType"`);

/** Makes a sequence due as before: it was taken up, but found no place. */
export async function giveReportsBack(db: Database, key: SequenceKey): Promise<void> {
  await db.$executeRaw`
    UPDATE caea_report r SET listed_at = NULL WHERE ${ofSequence(key)} AND ${isOpenReport("r")} AND r.listed_at IS NOT NULL`;
}

/** A report as `OpenReport`, from its row `r`, its code `a` and its voucher `v`. */
export const reportColumns = Prisma.sql`
  r.voucher_id AS "voucherId", v.issuance_id AS "issuanceId", r.voucher_number AS number, r.state,
  json_build_object('code', a.code, 'validFrom', a.valid_from) AS caea, r.declared,
  (extract(epoch FROM r.generated_at) * 1000)::float8 AS "generatedAtMs", r.attempt_count AS tries,
  CASE WHEN r.due_at > ${tooFar} THEN 0 ELSE greatest(0, extract(epoch FROM r.due_at - clock_timestamp()) * 1000) END::float8 AS "waitMs",
  EXISTS (SELECT FROM voucher b JOIN caea_report t ON t.voucher_id = b.id AND t.state = 'reported'
    WHERE b.company_id = r.company_id AND b.production = r.production AND b.pos_number = r.pos_number
      AND b.voucher_type = r.voucher_type AND b.voucher_number = r.voucher_number - 1) AS "followsReported",
  (extract(epoch FROM clock_timestamp() - r.hidden_since) * 1000)::float8 AS "hiddenMs"`;

/** The first open reports of a sequence, in the order of their numbers: as many as one call takes. */
export const readOpenReports = (db: Database, key: SequenceKey): Promise<OpenReport[]> =>
  db.$queryRaw(prepared("read_open_reports")`
  SELECT ${reportColumns}
  FROM (SELECT * FROM caea_report r WHERE ${ofSequence(key)} AND ${isOpenReport("r")}
    ORDER BY r.voucher_number LIMIT ${maxPerReport}) r
  JOIN caea a ON a.id = r.caea_id JOIN voucher v ON v.id = r.voucher_id ORDER BY r.voucher_number`);

/**
 * Marks these as sent under this taking, all or none. Their numbers must be consecutive, and their states due or sent. False when
 * superseded, or when one of them has changed.
 */
export async function writeReportsAhead(db: Database, taken: OwnedSequence, reports: OpenReport[]): Promise<boolean> {
  const [from = 0, to = from] = [reports[0]?.number, reports.at(-1)?.number];
  const marked = await db.$executeRaw(prepared("write_reports_ahead")`
    WITH seq AS MATERIALIZED (${fence(taken)}),
    r AS MATERIALIZED (
      SELECT r.voucher_id FROM seq, caea_report r WHERE ${ofSequence(taken.key)} AND r.voucher_number BETWEEN ${from} AND ${to}
        AND r.state IN ('due', 'sent') FOR UPDATE OF r
    )
    UPDATE caea_report SET state = 'sent', epoch = ${taken.epoch}, sent_at = clock_timestamp(), listed_at = NULL, hidden_since = NULL,
      due_at = clock_timestamp() + ${inFlightMs} * interval '1 millisecond'
    WHERE voucher_id IN (SELECT voucher_id FROM r) AND (SELECT count(*) FROM r) = ${reports.length}`);
  return marked === reports.length;
}

/** Records what became of reports: each only if it is still in the state that was read. False when superseded. */
export async function recordReports(db: Database, taken: OwnedSequence, changes: ReportChange[]): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ current: boolean }]>(prepared("record_reports")`
    WITH seq AS MATERIALIZED (${fence(taken)}),
    c AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(changes)}::json)
        AS c(number int, "from" text, "to" text, observations jsonb, errors jsonb, tries int, "waitMs" float8, "isHidden" boolean)
    ),
    -- A report that is taken after a number that was given up shows that the authority goes on without that number.
    passed AS (
      UPDATE caea_report r SET gap = false FROM seq
      WHERE ${ofSequence(taken.key)} AND r.state <> 'reported' AND r.errors <> '[]' AND r.gap
        AND r.voucher_number < (SELECT max(c.number) FROM c WHERE c."to" = 'reported')
    ),
    changed AS (
      -- What was refused before is kept until there is an outcome.
      UPDATE caea_report r SET state = c."to", listed_at = NULL, observations = c.observations,
        errors = coalesce(c.errors, CASE WHEN c."to" = 'reported' THEN '[]' ELSE r.errors END),
        hidden_since = CASE WHEN c."isHidden" THEN least(coalesce(r.hidden_since, clock_timestamp()), clock_timestamp())
          WHEN c."to" = 'sent' THEN r.hidden_since END,
        declared = CASE WHEN c."to" <> 'reported' THEN r.declared END,
        reported_at = CASE WHEN c."to" = 'reported' THEN clock_timestamp() END,
        attempt_count = coalesce(c.tries, 0), due_at = clock_timestamp() + coalesce(nullif(c."waitMs", 0), -1000) * interval '1 millisecond'
      FROM seq, c WHERE ${ofSequence(taken.key)} AND r.voucher_number = c.number AND r.state = c."from"
    )
    SELECT EXISTS (SELECT FROM seq) AS current`);
  return row.current;
}
