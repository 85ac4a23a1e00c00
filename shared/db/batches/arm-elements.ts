import type { Amounts, VatRounding } from "../../domain/amounts.js";
import type { Declaration } from "../../domain/declaration.js";
import type { IssuanceRequest } from "../../domain/issuance-request.js";
import type { Database } from "../database.js";
import { Prisma } from "../generated/client.js";
import { orArmAgain } from "../issuing/issuances.js";
import { patientPlaces, placesOfBatch } from "../issuing/places.js";
import { saleConditionOfPos } from "../issuing/recorded-body.js";
import { unknownOutcome } from "../issuing/submissions.js";

/** How long an element waits while it cannot be issued. In hours. */
const patienceHours = 24;

/** The batch `b` was recorded on an earlier timeline of the database. */
export const isOfLostBatch = Prisma.sql`coalesce(b.timeline <> database_timeline(), false)`;

/** What an element is to issue, as it is stored until its key is free. One of the version before has no `userEmail`. */
export interface ElementAttempt {
  body: IssuanceRequest;
  /** Hexadecimal. */
  bodyHash: string;
  amounts: Amounts;
  declared: Declaration;
  vatRounding: VatRounding;
  /** Who sent it: at most one of these two is set, and none when it was sent at the command line. */
  apiKeyId: number | null;
  userEmail: string | null;
  requestId: string;
  /** `YYYY-MM-DD`. */
  periodStart: string;
}

const fixedCondition = saleConditionOfPos({
  companyId: Prisma.sql`w.company_id`,
  production: Prisma.sql`w.production`,
  posNumber: Prisma.sql`w.pos_number`,
  given: Prisma.sql`w.attempt #>> '{body,saleCondition}'`,
});

/**
 * Arms the issuances of the table `wanted`: batch_id, index, company_id, production, idempotency, pos_number, voucher_type, attempt,
 * created_at. Leaves out keys that are queued, submitted or approved, like `recordIssuance`. Elements stand in the line in the
 * order of their dates, because a sequence never goes back in time, and then of the batch.
 */
export const armWanted = Prisma.sql`
  INSERT INTO issuance AS i
    (company_id, production, idempotency, pos_number, voucher_type, body, body_hash, amounts, declared, vat_rounding, api_key_id, user_email, request_id, period_start,
      deadline_at, place, patient, batched)
  SELECT w.company_id, w.production, w.idempotency, w.pos_number, w.voucher_type, (w.attempt -> 'body') || ${fixedCondition}, decode(w.attempt ->> 'bodyHash', 'hex'),
    w.attempt -> 'amounts', w.attempt -> 'declared', w.attempt ->> 'vatRounding', (w.attempt ->> 'apiKeyId')::int, w.attempt ->> 'userEmail', w.attempt ->> 'requestId',
    (w.attempt ->> 'periodStart')::date, w.created_at + ${patienceHours} * interval '1 hour',
    ${patientPlaces} + w.batch_id::bigint * ${placesOfBatch}
      + row_number() OVER (PARTITION BY w.batch_id ORDER BY w.attempt #>> '{body,voucherDate}', w.index) - 1,
    true, true
  FROM wanted w
  WHERE NOT EXISTS (
    SELECT FROM issuance o WHERE o.company_id = w.company_id AND o.production = w.production AND o.idempotency = w.idempotency
      AND o.state IN ('queued', 'submitted', 'approved'))
  -- All statements that arm several keys lock them in this order.
  ORDER BY w.company_id, w.production, w.idempotency
  ${orArmAgain}
  RETURNING i.company_id, i.production, i.idempotency, i.id, i.revision`;

/** The voucher that the key of the element has already. */
export const ownVoucherOf = (element: "wanted" | "waiting") => {
  const e = Prisma.raw(element);
  return Prisma.sql`
    SELECT o.id, o.pos_number = ${e}.pos_number AND o.voucher_type = ${e}.voucher_type AS fits,
      format('The idempotency key already belongs to voucher %s-%s-%s; this element is for %s-%s. Use a new key.',
        (SELECT v.pos_number FROM voucher v WHERE v.issuance_id = o.id), o.voucher_type, o.number, ${e}.pos_number, ${e}.voucher_type) AS conflict
    FROM issuance o WHERE o.company_id = ${e}.company_id AND o.production = ${e}.production AND o.idempotency = ${e}.idempotency AND o.state = 'approved'`;
};

/** The outcome of an element whose key belongs to another voucher: the 409 of an issuance. */
export const keyConflict = Prisma.sql`jsonb_build_object('code', 'VALIDATION_ERROR', 'message', own.conflict)`;

/**
 * Looks at the elements that wait because another request had their key. Its voucher is the element's. If it made none, the
 * element is armed. If nothing is known of it after a day, the element fails. It fails at once when its batch is of an earlier
 * timeline of the database, which may have forgotten that the element was armed and sent.
 */
export async function armWaiting(db: Database): Promise<void> {
  await db.$executeRaw`
    WITH waiting AS MATERIALIZED (
      SELECT e.*, b.created_at,
        b.created_at <= now() - ${patienceHours} * interval '1 hour' OR ${isOfLostBatch} AS late
      FROM batch_element e JOIN batch b ON b.id = e.batch_id
      WHERE e.state = 'pending' AND e.issuance_id IS NULL ORDER BY e.batch_id, e.index LIMIT 1000 FOR UPDATE OF e SKIP LOCKED
    ),
    wanted AS MATERIALIZED (
      SELECT DISTINCT ON (company_id, production, idempotency) * FROM waiting
      WHERE NOT late ORDER BY company_id, production, idempotency, batch_id
    ),
    armed AS (${armWanted}),
    found AS (
      SELECT waiting.batch_id, waiting.index, own.id AS own_id, own.fits, ${keyConflict} AS conflict, armed.id AS armed_id, armed.revision, waiting.late
      FROM waiting LEFT JOIN LATERAL (${ownVoucherOf("waiting")}) own ON true
      LEFT JOIN (wanted JOIN armed USING (company_id, production, idempotency)) ON wanted.batch_id = waiting.batch_id AND wanted.index = waiting.index
    )
    UPDATE batch_element e SET
      issuance_id = coalesce(f.armed_id, CASE WHEN f.fits THEN f.own_id END), revision = f.revision, attempt = NULL,
      state = CASE WHEN f.armed_id IS NOT NULL THEN 'pending' WHEN f.fits THEN 'issued' ELSE 'failed' END,
      outcome = CASE WHEN f.own_id IS NOT NULL AND NOT f.fits THEN f.conflict WHEN f.armed_id IS NULL AND f.own_id IS NULL THEN ${JSON.stringify(unknownOutcome)}::jsonb END,
      settled_at = CASE WHEN f.armed_id IS NULL THEN now() END
    FROM found f WHERE e.batch_id = f.batch_id AND e.index = f.index AND (f.armed_id IS NOT NULL OR f.own_id IS NOT NULL OR f.late)`;
}
