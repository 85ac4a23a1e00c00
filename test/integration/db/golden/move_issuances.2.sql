WITH moment AS MATERIALIZED (
  SELECT at, to_char(at AT TIME ZONE 'America/Argentina/Buenos_Aires', 'YYYYMMDD') AS today
  FROM (SELECT clock_timestamp() AS at OFFSET 0) n
),
m AS MATERIALIZED (
  SELECT *
  FROM json_to_recordset($1::json) AS m(
    id bigint, revision int, recorded_at_ms float8, declared jsonb, caea_id bigint, cae text, cae_expiration_date text,
    voucher_date text, doc_type int, doc_number text, total numeric, net numeric, vat numeric, exempt numeric,
    not_taxable numeric, tributes numeric, currency text, quotation numeric, external_reference text, payload text,
    lines jsonb, vat_rows jsonb, emails jsonb
  )
),
seq AS MATERIALIZED (
  -- Vouchers that another system made there may have been imported.
  SELECT s.id,
    coalesce(
      greatest(
        s.last_date::text,
        (
          SELECT v.voucher_date
          FROM voucher v
          WHERE v.company_id = s.company_id
            AND v.production = s.production
            AND v.pos_number = s.pos_number
            AND v.voucher_type = s.voucher_type
          ORDER BY v.voucher_number DESC
          LIMIT 1
        )::text,
        CASE
          WHEN s.last_number = 0
            AND s.authority_time IS NOT NULL THEN least(
              to_char(s.authority_time AT TIME ZONE 'America/Argentina/Buenos_Aires', 'YYYYMMDD'),
              to_char(now() AT TIME ZONE 'America/Argentina/Buenos_Aires', 'YYYYMMDD')
            )
        END
      ), ''
    ) AS last_date,
    greatest(
      s.last_number,
      (
        SELECT v.voucher_number
        FROM voucher v
        WHERE v.company_id = s.company_id
          AND v.production = s.production
          AND v.pos_number = s.pos_number
          AND v.voucher_type = s.voucher_type
        ORDER BY v.voucher_number DESC
        LIMIT 1
      )
    ) AS last_number
  FROM sequence s
  WHERE s.company_id = $2
    AND s.production = $3
    AND s.pos_number = $4
    AND s.voucher_type = $5
    AND s.last_number IS NOT NULL
    AND (
      s.last_number = 0
      OR s.last_date IS NOT NULL
      OR coalesce(
        (
          SELECT v.voucher_number
          FROM voucher v
          WHERE v.company_id = s.company_id
            AND v.production = s.production
            AND v.pos_number = s.pos_number
            AND v.voucher_type = s.voucher_type
          ORDER BY v.voucher_number DESC
          LIMIT 1
        ) >= s.last_number, false
      )
    )
    AND NOT EXISTS (
      SELECT
      FROM caea_report r
      WHERE r.company_id = s.company_id
        AND r.production = s.production
        AND r.pos_number = s.pos_number
        AND r.voucher_type = s.voucher_type
        AND r.state <> 'reported'
        AND r.errors <> '[]'
        AND (r.state <> 'givenUp' OR r.gap)
    )
    AND NOT s.unverified
    AND s.incarnation = (SELECT public.current_incarnation())
  FOR UPDATE
),
line AS MATERIALIZED (
  SELECT i.id, i.company_id, i.period_start, i.queue_position
  FROM seq
  CROSS JOIN moment
  CROSS JOIN m
  JOIN issuance i
    ON i.id = m.id
    AND i.revision = m.revision
    AND i.enqueued_at = to_timestamp(m.recorded_at_ms / 1000)::timestamptz(3)
  -- By the Argentine day of this moment, whatever day it was when the move was judged.
  JOIN caea a
    ON a.id = m.caea_id
    AND a.code = m.cae
    AND m.voucher_date BETWEEN a.valid_from AND moment.today
    AND moment.today <= a.valid_to
  WHERE i.company_id = $6
    AND i.production = $7
    AND i.pos_number = $8
    AND i.voucher_type = $9
    AND i.state = 'queued'
    AND i.deadline_at > now()
    AND NOT coalesce(i.incarnation <> (SELECT public.current_incarnation()), false)
    AND NOT (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
    AND (
      i.may_fail_over
      AND EXISTS (
        SELECT
        FROM public.contingency c
        WHERE c.company_id = i.company_id
          AND c.production = i.production
          AND c.active_since IS NOT NULL
          AND NOT coalesce(
            c.trial_id = i.id
            AND c.trial_at > now() - 5 * interval '1 second'
            AND c.trial_at <= now() + interval '1 second', false
          )
      )
      AND NOT EXISTS (SELECT FROM public.freed_number f WHERE f.issuance_id = i.id)
      AND NOT public.is_suspect(i.id)
    )
    AND NOT EXISTS (
      SELECT
      FROM sequence q
      WHERE q.company_id = i.company_id
        AND q.production = i.production
        AND q.pos_number = i.pos_number
        AND q.voucher_type = i.voucher_type
        AND q.incarnation IS NOT NULL
        AND NOT public.is_verified(q)
    )
    AND NOT EXISTS (
      SELECT
      FROM voucher o
      WHERE o.company_id = i.company_id
        AND o.production = i.production
        AND o.pos_number = i.pos_number
        AND o.voucher_type = i.voucher_type
        AND o.issuance_id IS NULL
        AND public.is_of_sale(i.declared, o.voucher_date, o.doc_type, o.doc_number, o.total_amount, o.currency)
    )
    AND NOT EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)
    AND NOT EXISTS (
      SELECT
      FROM caea_unused u
      WHERE u.caea_id = a.id
        AND u.pos_number = $10
    )
  ORDER BY i.queue_position
  FOR UPDATE OF i SKIP LOCKED
),
-- Dates must not go back in the sequence, and one quota period is enough for one statement.
picked AS MATERIALIZED (
  SELECT l.*, row_number() OVER (ORDER BY l.queue_position, l.id)::int AS turn
  FROM (
    SELECT line.*, m.voucher_date,
      first_value(line.period_start) OVER (ORDER BY line.queue_position, line.id) AS first_period,
      max(m.voucher_date) OVER (ORDER BY line.queue_position, line.id) AS latest
    FROM line
    JOIN m
      ON m.id = line.id
  ) l
  CROSS JOIN seq
  WHERE l.period_start = l.first_period
    AND l.voucher_date = l.latest
    AND l.voucher_date >= seq.last_date
),
room AS MATERIALIZED (
  SELECT company_id, period_start, public.reserve_quota(company_id, period_start, used, production, asked) AS vouchers
  FROM (
    SELECT company_id, period_start, sum(used)::int AS used, sum(production)::int AS production,
      sum(asked)::int AS asked
    FROM (SELECT company_id, period_start, 0 AS used, 0 AS production, 1 AS asked FROM picked) one
    GROUP BY company_id, period_start
    ORDER BY company_id, period_start
    OFFSET 0
  ) counts
),
recorded AS (
  UPDATE issuance i
  SET state = 'approved', number = seq.last_number + picked.turn, submitted_at = moment.at, settled_at = moment.at,
    body = NULL, amounts = NULL, declared = NULL, doubt = NULL, refusal = NULL, all_refused = false, measured_at = NULL,
    lookups = NULL, operator_reason = NULL, problem = NULL
  FROM picked, seq, room, moment
  WHERE i.id = picked.id
    AND picked.turn <= room.vouchers
  RETURNING i.*
),
refused AS (
  UPDATE issuance i
  SET state = 'rejected', settled_at = clock_timestamp(), outcome = '{"code": "SUBSCRIPTION_QUOTA_EXCEEDED"}'
  FROM picked
  WHERE i.id = picked.id
    AND picked.turn > coalesce((SELECT vouchers FROM room), 0)
  RETURNING i.id
),
counted AS MATERIALIZED (
  SELECT company_id, period_start, public.reserve_quota(company_id, period_start, used, production, asked) AS vouchers
  FROM (
    SELECT company_id, period_start, sum(used)::int AS used, sum(production)::int AS production,
      sum(asked)::int AS asked
    FROM (SELECT company_id, period_start, 1 AS used, production::int, 0 AS asked FROM recorded) one
    GROUP BY company_id, period_start
    ORDER BY company_id, period_start
    OFFSET 0
  ) counts
),
v AS (
  INSERT INTO voucher (
    company_id, production, pos_number, voucher_type, voucher_number, voucher_date, doc_type, doc_number, total_amount,
    net_amount, vat_amount, exempt_amount, not_taxable_amount, tributes_amount, cae, cae_expiration_date, caea, currency,
    currency_quotation, external_reference, idempotency, issuance_id, api_key_id, user_email, source, request_id,
    payload, lines, vat, created_at
  )
  SELECT i.company_id, i.production, $11::int, i.voucher_type, i.number, m.voucher_date, m.doc_type, m.doc_number,
    m.total, m.net, m.vat, m.exempt, m.not_taxable, m.tributes, m.cae, m.cae_expiration_date, true, m.currency,
    m.quotation, m.external_reference, i.idempotency, i.id, i.api_key_id, i.user_email,
    CASE
      WHEN i.user_email IS NULL
        AND (i.api_key_id IS NOT NULL OR i.idempotency NOT LIKE 'payment-%') THEN 'api'
      ELSE 'app'
    END, i.request_id, m.payload, m.lines, m.vat_rows, i.settled_at
  FROM recorded i
  JOIN m
    ON m.id = i.id
  ORDER BY i.number
  RETURNING id, issuance_id, created_at
),
numbered AS (
  UPDATE sequence s
  SET last_number = l.number, last_date = l.date
  FROM (
    SELECT i.number, m.voucher_date AS date
    FROM recorded i
    JOIN m
      ON m.id = i.id
    ORDER BY i.number DESC
    LIMIT 1
  ) l
  WHERE s.id = (SELECT id FROM seq)
),
recipients AS (
  INSERT INTO recipient (company_id, voucher_id, slot, email, name, comments, pdf_versions)
  SELECT $12::int, v.id, e.slot, e.value ->> 'email', e.value ->> 'name', e.value ->> 'comments',
    ARRAY(SELECT jsonb_array_elements_text(e.value -> 'pdfVersions')::smallint)
  FROM v
  JOIN m
    ON m.id = v.issuance_id, jsonb_array_elements(m.emails) WITH ORDINALITY AS e(value, slot)
),
reports AS (
  INSERT INTO caea_report (
    voucher_id, company_id, production, pos_number, voucher_type, voucher_number, caea_id, declared, generated_at
  )
  SELECT v.id, i.company_id, i.production, $13::int, i.voucher_type, i.number, m.caea_id, m.declared, v.created_at
  FROM v
  JOIN recorded i
    ON i.id = v.issuance_id
  JOIN m
    ON m.id = i.id
)
SELECT (
  SELECT coalesce(json_agg(r ORDER BY r.number), '[]')
  FROM (
    SELECT v.issuance_id AS "issuanceId", v.id AS "voucherId", i.number, i.epoch,
      (extract(epoch FROM i.enqueued_at) * 1000)::float8 AS "recordedAtMs",
      (extract(epoch FROM i.submitted_at - i.enqueued_at) * 1000)::int AS "waitedMs",
      (extract(epoch FROM i.settled_at - i.submitted_at) * 1000)::int AS "askedMs",
      (extract(epoch FROM i.settled_at - i.enqueued_at) * 1000)::int AS "settledMs"
    FROM recorded i
    JOIN v
      ON v.issuance_id = i.id
  ) r
) AS moved, (SELECT coalesce(json_agg(id), '[]') FROM refused) AS refused
WHERE (SELECT count(*) FROM room) >= 0
  AND (SELECT count(*) FROM counted) >= 0
