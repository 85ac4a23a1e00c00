import { Prisma } from "../generated/client.js";
import { currentIncarnation } from "../incarnation/incarnation.js";
import { insertIssuance } from "../issuing/insert-issuance.js";
import { type IssuanceAttempt, orRetry } from "../issuing/issuances.js";
import { backgroundPositions, positionsPerBatch } from "../issuing/places.js";
import { unknownOutcome } from "../issuing/submissions.js";

/** How long an element waits while it cannot be issued. In hours. */
export const elementTtlHours = 24;

/** The batch `b` was recorded on an earlier history of the database. */
export const isOfLostBatch = Prisma.sql`coalesce(b.incarnation <> ${currentIncarnation}, false)`;

/**
 * Sender of a batch, the same of all its elements. Of key and person at most one is set, and none when it was sent at the command line; the trace is of the
 * request that sent it, and the period, `YYYY-MM-DD`, the month of the subscription that its vouchers belong to.
 */
export type BatchSender = Pick<IssuanceAttempt, "apiKeyId" | "userEmail" | "requestId" | "trace" | "periodStart">;

/** IssuanceAttempt of an element, as it is stored until its key is free. */
export interface ElementAttempt
  extends BatchSender,
    Pick<IssuanceAttempt, "body" | "amounts" | "declared" | "vatRounding"> {
  /** Hexadecimal. */
  bodyHash: string;
  /** Where it stands among the elements of its batch, from 0: by their dates, because a sequence never goes back in time. */
  rank: number;
}

/** The attempt of an element, as a row of the table `wanted` has it. */
const wantedRow = {
  companyId: Prisma.sql`w.company_id`,
  production: Prisma.sql`w.production`,
  idempotency: Prisma.sql`w.idempotency`,
  posNumber: Prisma.sql`w.pos_number`,
  voucherType: Prisma.sql`w.voucher_type`,
  body: Prisma.sql`(w.attempt -> 'body')`,
  bodyHash: Prisma.sql`decode(w.attempt ->> 'bodyHash', 'hex')`,
  amounts: Prisma.sql`w.attempt -> 'amounts'`,
  declared: Prisma.sql`w.attempt -> 'declared'`,
  vatRounding: Prisma.sql`w.attempt ->> 'vatRounding'`,
  apiKeyId: Prisma.sql`(w.attempt ->> 'apiKeyId')::int`,
  userEmail: Prisma.sql`w.attempt ->> 'userEmail'`,
  requestId: Prisma.sql`w.attempt ->> 'requestId'`,
  trace: Prisma.sql`w.attempt ->> 'trace'`,
  periodStart: Prisma.sql`(w.attempt ->> 'periodStart')::date`,
  deadlineAt: Prisma.sql`w.created_at + ${elementTtlHours} * interval '1 hour'`,
  queuePosition: Prisma.sql`${backgroundPositions} + w.batch_id::bigint * ${positionsPerBatch} + (w.attempt ->> 'rank')::int`,
  isBackground: Prisma.sql`true`,
  batched: Prisma.sql`true`,
};

/**
 * Arms the issuances of the table `wanted`: batch_id, index, company_id, production, idempotency, pos_number, voucher_type, attempt,
 * created_at. Leaves out keys that are queued, submitted or approved, like `recordIssuance`. Elements stand in the line by batch and rank.
 */
export const enqueueSelected = Prisma.sql`
  ${insertIssuance(wantedRow, (name) => Prisma.raw(`w.attempt #>> '{body,${name}}'`))}
  FROM wanted w
  WHERE NOT EXISTS (
    SELECT FROM issuance o WHERE o.company_id = w.company_id AND o.production = w.production AND o.idempotency = w.idempotency
      AND o.state IN ('queued', 'submitted', 'approved'))
  -- All statements that arm several keys lock them in this order.
  ORDER BY w.company_id, w.production, w.idempotency
  ${orRetry}
  RETURNING i.company_id, i.production, i.idempotency, i.id, i.revision`;

/** The element `e` is of another point of sale or type than the issuance `o` of its key. */
const isElsewhere = (e: Prisma.Sql) =>
  Prisma.sql`((o.pos_number, o.voucher_type) <> (${e}.pos_number, ${e}.voucher_type))`;

/** Why an element is never armed with the key of `o`. NULL when nothing speaks against it. */
const conflictWith = (e: Prisma.Sql) => Prisma.sql`
  CASE WHEN o.state = 'approved' AND ${isElsewhere(e)} THEN ${conflict(Prisma.sql`'why', 'keyOfVoucher', ${askedBy(e)},
      'posNumber', (SELECT v.pos_number FROM voucher v WHERE v.issuance_id = o.id), 'voucherType', o.voucher_type, 'voucherNumber', o.number`)}
    WHEN o.state IN ('queued', 'submitted', 'approved') THEN NULL
    WHEN o.key_closed THEN ${conflict(Prisma.sql`'why', 'barred'`)}
    WHEN ${isElsewhere(e)} AND public.is_suspect(o.id) THEN ${conflict(Prisma.sql`'why', 'keyElsewhere', ${askedBy(e)}, ${lineOfKey}`)}
    WHEN public.awaits_verification(o.id) THEN ${JSON.stringify(unknownOutcome)}::jsonb
    WHEN public.may_be_imported(o.id) THEN ${conflict(Prisma.sql`'why', 'maybeImported', ${lineOfKey}`)}
    WHEN public.others_unverified(o.id) THEN ${JSON.stringify(unknownOutcome)}::jsonb END`;

const lineOfKey = Prisma.sql`'posNumber', o.pos_number, 'voucherType', o.voucher_type`;

const askedBy = (e: Prisma.Sql) =>
  Prisma.sql`'asked', jsonb_build_object('posNumber', ${e}.pos_number, 'voucherType', ${e}.voucher_type)`;

/** @param obstacle an `IssuingObstacle`, as names and values */
const conflict = (obstacle: Prisma.Sql) =>
  Prisma.sql`jsonb_build_object('code', 'VALIDATION_ERROR', 'obstacle', jsonb_build_object(${obstacle}))`;

/**
 * Decision on an element without arming it: its key's voucher, or that the key is not armed for the element. Then `fits` is false, and
 * `conflict` is its outcome. `isOpen`: the key may get its voucher later, when its doubt is over. Such an element keeps its attempt: the
 * sweep links it to the key. The one place for this: a key that `orRetry` refuses must have its reason in `conflictWith`, because an
 * element that is neither armed nor decided waits for ever.
 */
export const decisionFor = (element: "wanted" | "loose") => {
  const e = Prisma.raw(element);
  return Prisma.sql`
    SELECT * FROM (
      SELECT o.id, o.state, c.conflict IS NULL AS fits, c.conflict, o.state <> 'approved' AND NOT o.key_closed AS "isOpen" FROM issuance o CROSS JOIN LATERAL (SELECT ${conflictWith(e)} AS conflict) c
      WHERE o.company_id = ${e}.company_id AND o.production = ${e}.production AND o.idempotency = ${e}.idempotency) decided
    WHERE decided.state = 'approved' OR NOT decided.fits`;
};
