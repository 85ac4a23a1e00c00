import type { Statements } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { maxLeaseSeconds } from "./sequence-leases.js";
import { type DueSequence, retrySeconds } from "./sequences.js";

/** How many sequences one round takes at most, so that the statement and the work after it have a bound. */
const maxDue = 1_000;
/** How old an issuance must be. An issuer that still gets jobs has written ahead by then what it serves. */
const leastAgeMs = 200;
/** How long a call in flight is left to the issuer that made it: as long as its lock in Redis would last, which cannot be seen now. */
const inFlightSeconds = 10;

/**
 * The sequences that have work, for a time when Redis is away and there are no jobs. Leaves out a sequence that another drain holds by a
 * lease, and one with a number that was written ahead a moment ago and is not in doubt. Companies take turns, each with the sequence that
 * waits longest first. Numbers in doubt come last, because for most of them it is too early to ask again.
 */
export const dueSequences = (db: Statements, most = maxDue): Promise<DueSequence[]> =>
  db.$queryRaw(prepared("due_sequences")`
  WITH open AS (
    SELECT company_id, production, pos_number, voucher_type, min(enqueued_at) AS since,
      (array_agg(lookups ORDER BY number) FILTER (WHERE state = 'submitted'))[1] AS looks
    FROM issuance i
    WHERE state IN ('queued', 'submitted')
      AND (enqueued_at < now() - ${leastAgeMs} * interval '1 millisecond' OR enqueued_at > now() + interval '2 seconds')
      AND (state = 'submitted' OR deadline_at > now() AND NOT (is_background AND EXISTS (
        SELECT FROM sequence s WHERE s.company_id = i.company_id AND s.production = i.production AND s.pos_number = i.pos_number
          AND s.voucher_type = i.voucher_type AND s.retry_at BETWEEN now() AND now() + ${retrySeconds} * interval '1 second')))
    GROUP BY company_id, production, pos_number, voucher_type
    HAVING NOT coalesce(bool_or(state = 'submitted' AND doubt IS NULL
      AND submitted_at BETWEEN now() - ${inFlightSeconds} * interval '1 second' AND now() + interval '1 second'), false)
  )
  SELECT company_id AS "companyId", production, pos_number AS "posNumber", voucher_type AS "voucherType", looks,
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"
  FROM open o
  WHERE NOT EXISTS (SELECT FROM sequence_lease l WHERE l.company_id = o.company_id AND l.production = o.production
    AND l.pos_number = o.pos_number AND l.voucher_type = o.voucher_type AND l.expires_at BETWEEN now() AND now() + ${maxLeaseSeconds} * interval '1 second')
  ORDER BY looks IS NOT NULL, row_number() OVER (PARTITION BY company_id, production ORDER BY since), since LIMIT ${most}`);
