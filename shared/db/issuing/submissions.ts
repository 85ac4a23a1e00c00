import type { Amounts, VatRounding } from "../../domain/amounts.js";
import type { AuthorityProblem } from "../../domain/authority-problem.js";
import type { AuthorityMessage } from "../../domain/cae-outcome.js";
import type { Declaration } from "../../domain/declaration.js";
import type { NoVoucher } from "../../domain/issuance-outcome.js";
import type { IssuanceRequest } from "../../domain/issuance-request.js";
import type { Look } from "../../domain/look-pace.js";
import type { SequenceKey } from "../../domain/sequence.js";
import { Prisma } from "../generated/client.js";
import { currentIncarnation } from "../incarnation/incarnation.js";
import { operatorDecides } from "../incarnation/watermarks.js";
import type { Database } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { isOwnedBy, type OwnedSequence } from "./sequences.js";
import { mayBeHidden, mayBeImported } from "./suspicion.js";

/** An issuance whose number is written ahead. It may have been sent, and must be settled before anything new. */
export interface Submission {
  id: number;
  revision: number;
  number: number;
  body: IssuanceRequest;
  amounts: Amounts;
  /** Declaration that is sent, re-sent and compared with what is found. */
  declared: Declaration;
  vatRounding: VatRounding;
  requestId: string;
  /** Where the request that armed it stands in its trace: `traceparent`. */
  trace?: string | null;
  /** The time of an authority's answer before our request, by its own clock. Null when unknown. In milliseconds since 1970. */
  authorityTimeMs: number | null;
  /**
   * By the same clock, the earliest time at which our first request can have existed, when that request was refused with 10016: the
   * refusal's time, less what the process measured since the write-ahead. Null when unknown.
   */
  measuredAtMs: number | null;
  /** A definitive refusal of a repeated request. */
  refusal: AuthorityMessage[] | null;
  /** How long the number has been seen as not granted since the last request for it, once one was refused. */
  quietMs: number;
  /** How many requests for it went out since the first that was refused. */
  sends: number;
  /** A request for it went out with a ticket that lists the company, or may list it: such a request may have been granted. */
  isListed: boolean;
  /** `unconfirmed`: its caller was answered that the outcome is unknown. */
  doubt: "resolving" | "unconfirmed" | null;
  /** No request of ours can have been granted: the only one was refused as out of order (10016), or none was sent. */
  isDenied: boolean;
  /** The latest rounds of questions about its number, oldest first, and the database's clock when this was read. */
  looks: Look[] | null;
  nowMs: number;
  /** Problem that keeps the company out of the authority, so that nobody can look for the number. */
  problem?: AuthorityProblem | null;
  /** Nobody waits for its answer. */
  isBackground: boolean;
  /** Leave to be issued under CAEA, if it was certainly not authorized. */
  mayFailOver: boolean;
  /** The database may have lost an attempt of its key, whose voucher may be one that was imported since: it is looked up, and not sent again. */
  isHeldBack?: boolean;
}

export const submissionColumns = Prisma.sql`
  i.id, i.revision, i.number, i.body, i.amounts, i.declared, i.vat_rounding AS "vatRounding", i.request_id AS "requestId", i.trace,
  (extract(epoch FROM i.authority_time) * 1000)::float8 AS "authorityTimeMs", (extract(epoch FROM i.measured_at) * 1000)::float8 AS "measuredAtMs", i.refusal -> 'reasons' AS refusal,
  coalesce((i.refusal ->> 'quietMs')::float8, 0) AS "quietMs", coalesce((i.refusal ->> 'sends')::int, 0) AS sends, i.ticket_lists_company AS "isListed",
  i.doubt, i.all_refused AS "isDenied", i.problem, i.is_background AS "isBackground", i.may_fail_over AS "mayFailOver", i.lookups AS looks, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"`;

/** Clears all that is known about a number, for an issuance that loses or changes its number. */
export const nothingKnown = Prisma.sql`doubt = NULL, refusal = NULL, all_refused = false, measured_at = NULL, lookups = NULL, operator_reason = NULL, problem = NULL`;

/** Clears the number too, when an issuance loses it. */
export const withoutNumber = Prisma.sql`number = NULL, ticket_lists_company = true, ${nothingKnown}`;

export const ofSequence = (key: SequenceKey) => Prisma.sql`
  i.company_id = ${key.companyId} AND i.production = ${key.production}
  AND i.pos_number = ${key.posNumber} AND i.voucher_type = ${key.voucherType}`;

/** The ids of the sequence's issuances that have no voucher, and whose content is known: two looks, each by an index of its own. */
export const voucherlessOf = (key: SequenceKey) => Prisma.sql`
  SELECT i.id FROM issuance i WHERE i.state IN ('rejected', 'cancelled', 'failed') AND i.body IS NOT NULL AND ${ofSequence(key)}
  UNION ALL SELECT i.id FROM issuance i WHERE i.state IN ('queued', 'submitted') AND ${ofSequence(key)}`;

/** The issuances of the sequence in the statement's table `row`. */
export const ofRow = (row: "seq" | "wanted") => {
  const of = Prisma.raw(row);
  return Prisma.sql`
    i.company_id = ${of}.company_id AND i.production = ${of}.production
    AND i.pos_number = ${of}.pos_number AND i.voucher_type = ${of}.voucher_type`;
};

const isOfAnother = (history: Prisma.Sql) => Prisma.sql`coalesce(i.incarnation <> ${history}, false)`;

/**
 * Recorded on an earlier history of the database. The database may have forgotten that it was sent, so it is not sent, and its
 * caller is answered that the outcome is unknown. Source: issuer/README.md, section 3, "A database that lost its last commits".
 */
export const isOfLostHistory = isOfAnother(currentIncarnation);

/** Lost history, in a statement that has fenced `seq`: its row has the present one, so that nobody asks for it again. */
export const isOfLostHistoryOf = (seq: "seq" | "g") => isOfAnother(Prisma.raw(`${seq}.incarnation`));

/**
 * Key in doubt whose voucher may be one that was imported since, that is missing, or that stands in another numbering. The key takes no new
 * attempt either. Source: issuer/README.md, section 3, "A key in doubt".
 */
const isHeldBack = Prisma.sql`(i.suspect_since IS NOT NULL AND ${mayBeHidden})`;

const isWaitingBut = (isLost: Prisma.Sql) =>
  Prisma.sql`i.state = 'queued' AND i.deadline_at > now() AND NOT ${isLost} AND NOT ${isHeldBack}`;

/** Queued, and never sent as it is: whoever waits for it is answered at once that its outcome is unknown. */
export const isNeverSent = Prisma.sql`(${isOfLostHistory} OR ${isHeldBack})`;

/** Recorded, without a number, before its deadline, on the present history, and not held back. */
export const isWaiting = isWaitingBut(isOfLostHistory);

/** How long an issuance that tries may stay in line. Then another may try, and it goes the way of the others. */
export const trialSeconds = 5;

const isTrialNow = Prisma.sql`c.trial_at > now() - ${Prisma.raw(String(trialSeconds))} * interval '1 second' AND c.trial_at <= now() + interval '1 second'`;

/** The row `c` of `contingency` has let the issuance `i`, which is in line, try the authority. */
export const isTrial = Prisma.sql`coalesce(c.trial_id = i.id AND ${isTrialNow}, false)`;

/** While a contingency lasts for the sequence in `locked`: the issuance that may try the authority, or 0. Null otherwise. */
export const mayTry = Prisma.sql`(SELECT coalesce(CASE WHEN ${isTrialNow} THEN c.trial_id END, 0) FROM public.contingency c
    WHERE c.company_id = locked.company_id AND c.production = locked.production AND c.active_since IS NOT NULL)`;

/**
 * No older request for it may still be granted, and its key is not in doubt. What may never leave the way of CAE is not held up for
 * another either.
 */
const mayLeaveCae = Prisma.sql`NOT EXISTS (SELECT FROM public.freed_number f WHERE f.issuance_id = i.id) AND NOT public.is_suspect(i.id)`;

/**
 * While a contingency lasts, it is issued under CAEA or not at all: no request for a CAE may be sent for it. All but the one that
 * tries whether the authority issues again. Source: issuer/README.md, section 13.
 */
export const isHeldForContingency = Prisma.sql`(i.may_fail_over AND EXISTS (SELECT FROM public.contingency c
    WHERE c.company_id = i.company_id AND c.production = i.production AND c.active_since IS NOT NULL AND NOT ${isTrial})
    AND ${mayLeaveCae})`;

/** A contingency can issue it: the same, and the one that tries too. */
export const isOfContingency = Prisma.sql`(i.may_fail_over AND EXISTS (SELECT FROM public.contingency c
    WHERE c.company_id = i.company_id AND c.production = i.production AND c.active_since IS NOT NULL) AND ${mayLeaveCae})`;

/** In the line of its sequence: the next write-ahead may number it. */
const isInLine = Prisma.sql`${isWaiting} AND NOT ${isHeldForContingency}`;

/** In the line of the sequence fenced as `seq`: its row has what would else be asked for each issuance. */
export const isInLineOfFenced = Prisma.sql`${isWaitingBut(isOfLostHistoryOf("seq"))}
    AND NOT (i.may_fail_over AND coalesce(i.id <> seq.may_try, false) AND ${mayLeaveCae})`;

/** Nobody knows what becomes of it: the same, or a person has not said yet whether the database went back, and forgot that it was sent. */
export const isUnknown = Prisma.sql`(${isNeverSent} OR ${operatorDecides})`;

/** Ends a queued issuance without a voucher. */
export const endQueued = (state: "cancelled" | "failed" | "rejected", outcome: NoVoucher) => Prisma.sql`
  state = CASE WHEN ${isUnknown} THEN 'failed' ELSE ${state}::issuance_state END,
  outcome = CASE WHEN ${isUnknown} THEN ${JSON.stringify(unknownOutcome)}::jsonb ELSE ${JSON.stringify(outcome)}::jsonb END`;

export const unknownOutcome: NoVoucher = { code: "TAXAUTH_UNCONFIRMED" };

/** Locks the sequence's row for the statement, but only if this taking is the latest one. */
export const fence = (taken: OwnedSequence) => Prisma.sql`
  SELECT id, last_number FROM sequence WHERE ${isOwnedBy(taken)} FOR UPDATE`;

/** The submission, if its state, number and revision have not changed since it was read. */
export const exactly = ({ id, revision, number }: Submission) => Prisma.sql`
  i.id = ${id} AND i.revision = ${revision} AND i.number = ${number} AND i.state = 'submitted'`;

export const listSubmissions = (db: Database, key: SequenceKey): Promise<Submission[]> =>
  db.$queryRaw<Submission[]>(prepared("list_submissions")`
  SELECT ${submissionColumns}, (i.suspect_since IS NOT NULL OR ${isOfLostHistory}) AND ${mayBeImported} AS "isHeldBack"
  FROM issuance i WHERE ${ofSequence(key)} AND i.state = 'submitted' ORDER BY i.number`);

/** Whether the sequence has an issuance that is queued, in line or not, or submitted. */
export async function hasOpen(db: Database, key: SequenceKey): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>(prepared("has_open")`
    SELECT 1 FROM issuance i WHERE ${ofSequence(key)} AND i.state IN ('queued', 'submitted') LIMIT 1`);
  return rows.length > 0;
}

/** The sequences, of those given, that have an issuance in line. */
export async function findQueued(db: Database, keys: SequenceKey[]): Promise<Map<SequenceKey, true>> {
  const of = (name: keyof SequenceKey, type: string) =>
    Prisma.sql`(SELECT ${keys.map((key) => key[name])}::${Prisma.raw(type)}[])`;
  const rows = await db.$queryRaw<{ at: number }[]>(prepared("find_queued")`
    SELECT wanted.at::int
    FROM unnest(${of("companyId", "int")}, ${of("production", "boolean")}, ${of("posNumber", "int")}, ${of("voucherType", "int")})
      WITH ORDINALITY AS wanted(company_id, production, pos_number, voucher_type, at)
    CROSS JOIN LATERAL (
      SELECT FROM issuance i WHERE ${ofRow("wanted")} AND ${isInLine} LIMIT 1) found`);
  return new Map(rows.flatMap(({ at }) => keys.slice(at - 1, at).map((key) => [key, true])));
}
