import type { Amounts, VatRounding } from "../domain/amounts.js";
import type { AuthorityMessage } from "../domain/cae-outcome.js";
import type { IssuanceRequest } from "../domain/issuance-request.js";
import type { SequenceKey } from "../domain/sequence.js";
import type { Database } from "./database.js";
import { Prisma } from "./generated/client.js";
import type { TakenSequence } from "./sequences.js";

/** An issuance for which a number was written ahead: it may have been asked for, and is settled before anything else. */
export interface Submission {
  id: number;
  revision: number;
  number: number;
  body: IssuanceRequest;
  amounts: Amounts;
  vatRounding: VatRounding;
  requestId: string;
  /** A definitive refusal of a repeated request, and how long ago it came. */
  refusal: AuthorityMessage[] | null;
  refusedAgoMs: number | null;
}

export const submissionColumns = Prisma.sql`
  i.id, i.revision, i.number, i.body, i.amounts, i.vat_rounding AS "vatRounding", i.request_id AS "requestId",
  i.refusal -> 'reasons' AS refusal,
  (extract(epoch FROM clock_timestamp() - (i.refusal ->> 'at')::timestamptz) * 1000)::float8 AS "refusedAgoMs"`;

export const ofSequence = (key: SequenceKey) => Prisma.sql`
  i.company_id = ${key.companyId} AND i.production = ${key.production}
  AND i.pos_number = ${key.posNumber} AND i.voucher_type = ${key.voucherType}`;

/** The issuances of the sequence that `row` of the statement says. */
export const ofRow = (row: "seq" | "wanted") => {
  const of = Prisma.raw(row);
  return Prisma.sql`
    i.company_id = ${of}.company_id AND i.production = ${of}.production
    AND i.pos_number = ${of}.pos_number AND i.voucher_type = ${of}.voucher_type`;
};

/** Waits in its sequence: recorded, without a number, and its turn is not over. */
export const isInLine = Prisma.sql`i.state = 'queued' AND i.deadline_at > now()`;

/** Locks the sequence's row for the statement, and only for the taker whose epoch is the current one. */
export const fence = ({ id, epoch }: TakenSequence) => Prisma.sql`
  SELECT id, last_number FROM sequence WHERE id = ${id} AND epoch = ${epoch} FOR UPDATE`;

/** The submission exactly as its taker knows it: fenced by state, number and revision. */
export const exactly = ({ id, revision, number }: Submission) => Prisma.sql`
  i.id = ${id} AND i.revision = ${revision} AND i.number = ${number} AND i.state = 'submitted'`;

export async function listSubmissions(db: Database, key: SequenceKey): Promise<Submission[]> {
  return db.$queryRaw<Submission[]>`
    /* prepared list_submissions */ SELECT ${submissionColumns} FROM issuance i WHERE ${ofSequence(key)} AND i.state = 'submitted' ORDER BY i.number`;
}

/** How long ago its number was written ahead, in milliseconds, by the database's clock alone. */
export async function submittedAgoMs(db: Database, { id }: Submission): Promise<number> {
  const [row] = await db.$queryRaw<[{ agoMs: number }]>`
    SELECT (extract(epoch FROM clock_timestamp() - submitted_at) * 1000)::float8 AS "agoMs" FROM issuance WHERE id = ${id}`;
  return row.agoMs;
}

/** Of these sequences, those in whose line somebody waits. */
export async function findQueued(db: Database, keys: SequenceKey[]): Promise<Map<SequenceKey, true>> {
  const of = (name: keyof SequenceKey, type: string) =>
    Prisma.sql`(SELECT ${keys.map((key) => key[name])}::${Prisma.raw(type)}[])`;
  const rows = await db.$queryRaw<{ at: number }[]>`
    /* prepared find_queued */ SELECT wanted.at::int
    FROM unnest(${of("companyId", "int")}, ${of("production", "boolean")}, ${of("posNumber", "int")}, ${of("voucherType", "int")})
      WITH ORDINALITY AS wanted(company_id, production, pos_number, voucher_type, at)
    CROSS JOIN LATERAL (
      SELECT FROM issuance i WHERE ${ofRow("wanted")} AND ${isInLine} LIMIT 1) found`;
  return new Map(rows.flatMap(({ at }) => keys.slice(at - 1, at).map((key) => [key, true])));
}

/** Notes that the outcome of a number is looked for, or that it cannot be told for now: the second is told its caller. */
export async function markDoubt(
  db: Database,
  taken: TakenSequence,
  submission: Submission,
  doubt: "resolving" | "unconfirmed",
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    WITH seq AS MATERIALIZED (${fence(taken)})
    UPDATE issuance i SET doubt = ${doubt} FROM seq WHERE ${exactly(submission)} RETURNING 1`;
  return rows.length === 1;
}

/** Keeps a definitive refusal of a repeated request until no earlier request can be alive. Only the first is kept. */
export async function recordRefusal(
  db: Database,
  taken: TakenSequence,
  submission: Submission,
  reasons: AuthorityMessage[],
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    WITH seq AS MATERIALIZED (${fence(taken)})
    UPDATE issuance i SET refusal = jsonb_build_object('at', clock_timestamp(), 'reasons', ${JSON.stringify(reasons)}::jsonb)
    FROM seq WHERE ${exactly(submission)} AND i.refusal IS NULL RETURNING 1`;
  return rows.length === 1;
}
