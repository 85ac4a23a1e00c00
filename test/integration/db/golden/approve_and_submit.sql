/* approve_and_submit */
WITH wanted AS MATERIALIZED (
  SELECT DISTINCT ON (id, epoch, token) id, epoch, token, slot,
    set_config('lock_timeout', coalesce($1, current_setting('lock_timeout')), true)
  FROM unnest((SELECT $2::bigint[]), (SELECT $3::int[]), (SELECT $4::bigint[])) WITH ORDINALITY AS wanted(id, epoch, token, slot)
  ORDER BY id, epoch, token, slot
),
seq AS MATERIALIZED (
  WITH locked AS MATERIALIZED (
    SELECT wanted.slot, s.*
    FROM wanted
    CROSS JOIN LATERAL (
      SELECT s.id, s.epoch, s.incarnation, s.last_number, s.authority_time, s.unverified, s.company_id, s.production,
        s.pos_number, s.voucher_type
      FROM sequence s
      WHERE s.id = wanted.id
        AND s.epoch = wanted.epoch
        AND s.token = wanted.token
      FOR UPDATE
    ) s
  )
  SELECT locked.*,
    (
      SELECT coalesce(
        CASE
          WHEN c.trial_at > now() - 5 * interval '1 second'
            AND c.trial_at <= now() + interval '1 second' THEN c.trial_id
        END, 0
      )
      FROM public.contingency c
      WHERE c.company_id = locked.company_id
        AND c.production = locked.production
        AND c.active_since IS NOT NULL
    ) AS may_try
  FROM locked
  WHERE incarnation = (SELECT public.current_incarnation() FROM locked HAVING count(*) > 0)
),
g AS MATERIALIZED (
  SELECT g.*, seq.id AS sequence_id, seq.incarnation, seq.company_id
  FROM seq
  JOIN json_to_recordset($5::json) AS g(
    slot int, id bigint, revision int, number int, voucher_date text, doc_type int, doc_number text, total numeric,
    net numeric, vat numeric, exempt numeric, not_taxable numeric, tributes numeric, cae text, cae_expiration_date text,
    currency text, quotation numeric, external_reference text, payload text, lines jsonb, vat_rows jsonb,
    observations jsonb, emails jsonb, authority_time float8, is_answer boolean
  )
    ON g.slot = seq.slot
),
recorded AS (
  UPDATE issuance i
  SET state = 'approved', settled_at = clock_timestamp(), body = NULL, amounts = NULL, declared = NULL, doubt = NULL,
    refusal = NULL, all_refused = false, measured_at = NULL, lookups = NULL, operator_reason = NULL, problem = NULL
  FROM g
  WHERE i.id = g.id
    AND i.revision = g.revision
    AND i.number = g.number
    AND i.state = 'submitted'
  RETURNING i.*, g.slot
),
v AS (
  INSERT INTO voucher (
    company_id, production, pos_number, voucher_type, voucher_number, voucher_date, doc_type, doc_number, total_amount,
    net_amount, vat_amount, exempt_amount, not_taxable_amount, tributes_amount, cae, cae_expiration_date, currency,
    currency_quotation, external_reference, idempotency, issuance_id, api_key_id, user_email, source, request_id,
    payload, lines, vat, observations, created_at
  )
  SELECT i.company_id, i.production, i.pos_number, i.voucher_type, i.number, g.voucher_date, g.doc_type, g.doc_number,
    g.total, g.net, g.vat, g.exempt, g.not_taxable, g.tributes, g.cae, g.cae_expiration_date, g.currency, g.quotation,
    g.external_reference, i.idempotency, i.id, i.api_key_id, i.user_email,
    CASE
      WHEN i.user_email IS NULL
        AND (i.api_key_id IS NOT NULL OR i.idempotency NOT LIKE 'payment-%') THEN 'api'
      ELSE 'app'
    END, i.request_id, g.payload, g.lines, g.vat_rows, g.observations, clock_timestamp()
  FROM recorded i
  JOIN g
    ON g.id = i.id
  ORDER BY i.slot, i.number
  RETURNING id, issuance_id
),
numbered AS (
  UPDATE sequence s
  SET last_number = l.number, last_date = l.date, unverified = s.unverified AND NOT l.proves,
    authority_time = coalesce(to_timestamp(l.authority_time / 1000), s.authority_time)
  FROM (
    SELECT DISTINCT ON (g.sequence_id) g.sequence_id, i.number, g.voucher_date AS date, g.authority_time,
      g.is_answer AND NOT coalesce(i.incarnation <> g.incarnation, false) AS proves
    FROM recorded i
    JOIN g
      ON g.id = i.id
    ORDER BY g.sequence_id, i.number DESC
  ) l
  WHERE s.id = l.sequence_id
  RETURNING s.id, s.last_number, s.authority_time, s.unverified
),
recipients AS (
  INSERT INTO recipient (company_id, voucher_id, slot, email, name, comments, pdf_versions)
  SELECT g.company_id, v.id, e.slot, e.value ->> 'email', e.value ->> 'name', e.value ->> 'comments',
    ARRAY(SELECT jsonb_array_elements_text(e.value -> 'pdfVersions')::smallint)
  FROM v
  JOIN g
    ON g.id = v.issuance_id, jsonb_array_elements(g.emails) WITH ORDINALITY AS e(value, slot)
),
leftover AS MATERIALIZED (
  SELECT seq.slot
  FROM seq
  WHERE NOT EXISTS (SELECT FROM recorded WHERE recorded.slot = seq.slot)
    OR EXISTS (
      SELECT
      FROM issuance i
      WHERE i.company_id = seq.company_id
        AND i.production = seq.production
        AND i.pos_number = seq.pos_number
        AND i.voucher_type = seq.voucher_type
        AND i.state = 'submitted'
        AND i.id NOT IN (SELECT id FROM recorded)
      OFFSET 0
    )
    OR EXISTS (
      SELECT
      FROM g
      WHERE g.slot = seq.slot
        AND g.id NOT IN (SELECT id FROM recorded)
    )
),
line AS MATERIALIZED (
  SELECT seq.slot, i.*
  FROM seq
  CROSS JOIN LATERAL (
    SELECT i.id, i.company_id, i.period_start, i.queue_position
    FROM issuance i
    WHERE i.company_id = seq.company_id
      AND i.production = seq.production
      AND i.pos_number = seq.pos_number
      AND i.voucher_type = seq.voucher_type
      AND i.state = 'queued'
      AND i.deadline_at > now()
      AND NOT coalesce(i.incarnation <> seq.incarnation, false)
      AND NOT (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
      AND NOT (
        i.may_fail_over
        AND coalesce(i.id <> seq.may_try, false)
        AND NOT EXISTS (SELECT FROM public.freed_number f WHERE f.issuance_id = i.id)
        AND NOT public.is_suspect(i.id)
      )
    ORDER BY i.queue_position
    LIMIT ((SELECT $6::int[]))[seq.slot]
    FOR UPDATE SKIP LOCKED
  ) i
  WHERE NOT EXISTS (SELECT FROM leftover WHERE leftover.slot = seq.slot)
    AND NOT EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)
),
-- The first of the patient that was passed over because another statement holds it.
passed AS MATERIALIZED (
  SELECT seq.slot,
    (
      SELECT i.queue_position
      FROM issuance i
      WHERE i.company_id = seq.company_id
        AND i.production = seq.production
        AND i.pos_number = seq.pos_number
        AND i.voucher_type = seq.voucher_type
        AND i.state = 'queued'
        AND i.deadline_at > now()
        AND NOT coalesce(i.incarnation <> seq.incarnation, false)
        AND NOT (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
        AND NOT (
          i.may_fail_over
          AND coalesce(i.id <> seq.may_try, false)
          AND NOT EXISTS (SELECT FROM public.freed_number f WHERE f.issuance_id = i.id)
          AND NOT public.is_suspect(i.id)
        )
        AND i.queue_position >= 9007199254740992
        AND i.queue_position < own.last
        AND i.id NOT IN (SELECT id FROM line)
      ORDER BY i.queue_position
      LIMIT 1
    ) AS queue_position
  FROM (
    SELECT slot, max(queue_position) AS last
    FROM line
    WHERE queue_position >= 9007199254740992
    GROUP BY slot
  ) own
  JOIN seq
    ON seq.slot = own.slot
),
-- Numbers and quota go in one order, by the id too: a queue_position may be given twice after rows were loaded without its counter.
picked AS MATERIALIZED (
  SELECT *, row_number() OVER (PARTITION BY slot ORDER BY queue_position, id) AS at,
    row_number() OVER (PARTITION BY company_id, period_start ORDER BY queue_position, id) AS turn
  FROM (
    SELECT *, first_value(period_start) OVER (PARTITION BY slot ORDER BY queue_position, id) AS first_period
    FROM line
    WHERE NOT EXISTS (
      SELECT
      FROM passed
      WHERE passed.slot = line.slot
        AND passed.queue_position < line.queue_position
    )
  ) l
  WHERE period_start = first_period
),
room AS MATERIALIZED (
  SELECT company_id, period_start, public.reserve_quota(company_id, period_start, used, production, asked) AS vouchers
  FROM (
    SELECT company_id, period_start, sum(used)::int AS used, sum(production)::int AS production,
      sum(asked)::int AS asked
    FROM (
      SELECT company_id, period_start, 1 AS used, production::int, 0 AS asked
      FROM recorded
      UNION ALL
      SELECT company_id, period_start, 0 AS used, 0 AS production, 1 AS asked
      FROM picked
    ) one
    GROUP BY company_id, period_start
    ORDER BY company_id, period_start
    OFFSET 0
  ) counts
),
-- Apart from the UPDATE, which so has no way to an issuance but its id.
numberable AS MATERIALIZED (
  SELECT picked.id, picked.slot, last.last_number + picked.at AS number, seq.epoch, last.authority_time, last.unverified
  FROM picked
  JOIN seq
    ON seq.slot = picked.slot
  JOIN numbered last
    ON last.id = seq.id
  JOIN room
    ON room.company_id = picked.company_id
    AND room.period_start = picked.period_start
    AND picked.turn <= room.vouchers
),
submitted AS (
  UPDATE issuance t
  SET state = 'submitted', number = n.number, epoch = n.epoch, submitted_at = clock_timestamp(),
    authority_time = n.authority_time, all_refused = n.unverified,
    ticket_lists_company = ((SELECT $7::boolean[]))[n.slot]
  FROM numberable n
  WHERE t.id = n.id
  RETURNING t.*, n.slot
)
SELECT wanted.slot::int, seq.slot IS NOT NULL AS current,
  EXISTS (SELECT FROM leftover WHERE leftover.slot = wanted.slot) AS leftover,
  (
    SELECT id
    FROM picked
    WHERE picked.slot = wanted.slot
      AND picked.at = 1
  ) AS picked,
  (
    SELECT json_agg(r)
    FROM (
      SELECT v.issuance_id AS "issuanceId", v.id AS "voucherId", i.epoch,
        (extract(epoch FROM i.enqueued_at) * 1000)::float8 AS "recordedAtMs",
        (extract(epoch FROM i.submitted_at - i.enqueued_at) * 1000)::int AS "waitedMs",
        (extract(epoch FROM i.settled_at - i.submitted_at) * 1000)::int AS "askedMs",
        (extract(epoch FROM i.settled_at - i.enqueued_at) * 1000)::int AS "settledMs"
      FROM recorded i
      JOIN v
        ON v.issuance_id = i.id
      WHERE i.slot = wanted.slot
    ) r
  ) AS recorded,
  (
    SELECT json_agg(r ORDER BY r.number)
    FROM (
      SELECT i.id, i.revision, i.number, i.body, i.amounts, i.declared, i.vat_rounding AS "vatRounding",
        i.request_id AS "requestId", i.trace, (extract(epoch FROM i.authority_time) * 1000)::float8 AS "authorityTimeMs",
        (extract(epoch FROM i.measured_at) * 1000)::float8 AS "measuredAtMs", i.refusal -> 'reasons' AS refusal,
        coalesce((i.refusal ->> 'quietMs')::float8, 0) AS "quietMs", coalesce((i.refusal ->> 'sends')::int, 0) AS sends,
        i.ticket_lists_company AS "isListed", i.doubt, i.all_refused AS "isDenied", i.problem,
        i.is_background AS "isBackground", i.may_fail_over AS "mayFailOver", i.lookups AS looks,
        (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"
      FROM submitted i
      WHERE i.slot = wanted.slot
    ) r
  ) AS submissions
FROM wanted
LEFT JOIN seq
  ON seq.slot = wanted.slot
WHERE (SELECT count(*) FROM room) >= 0
