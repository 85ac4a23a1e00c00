WITH period AS (
  INSERT INTO usage_period (company_id, period_start)
  SELECT $1, $2::date
  WHERE NOT EXISTS (
    SELECT
    FROM usage_period
    WHERE company_id = $3
      AND period_start = $4::date
  )
    ON CONFLICT DO NOTHING
),
recorded AS (
  INSERT INTO batch (company_id, production, name, total, api_key_id, request_id)
  SELECT $5::int, $6::boolean, $7, $8, $9::int, $10
  RETURNING id, company_id, production, created_at
),
wanted AS MATERIALIZED (
  SELECT b.id AS batch_id, b.company_id, b.production, b.created_at, e.*
  FROM recorded b,
    jsonb_to_recordset($11::jsonb) AS e(index int, idempotency text, pos_number int, voucher_type int, attempt jsonb)
),
armed AS (
  INSERT INTO issuance AS i (
    company_id, production, idempotency, pos_number, voucher_type, body, body_hash, amounts, declared, vat_rounding,
    api_key_id, user_email, request_id, trace, period_start, deadline_at, queue_position, is_background, batched
  )
  SELECT w.company_id, w.production, w.idempotency, w.pos_number, w.voucher_type,
    (w.attempt -> 'body') || coalesce(
      (
        SELECT jsonb_strip_nulls(
          jsonb_build_object(
            'saleCondition', CASE WHEN w.attempt #>> '{body,saleCondition}' IS NULL THEN pos.sale_condition END
          )
        )
        FROM point_of_sale pos
        WHERE pos.company_id = w.company_id
          AND pos.production = w.production
          AND pos.number = w.pos_number
      ), '{}'::jsonb
    ), decode(w.attempt ->> 'bodyHash', 'hex'), w.attempt -> 'amounts', w.attempt -> 'declared',
    w.attempt ->> 'vatRounding', (w.attempt ->> 'apiKeyId')::int, w.attempt ->> 'userEmail', w.attempt ->> 'requestId',
    w.attempt ->> 'trace', (w.attempt ->> 'periodStart')::date, w.created_at + $12 * interval '1 hour',
    9007199254740992 + w.batch_id::bigint * 1000 + (w.attempt ->> 'rank')::int, true, true
  FROM wanted w
  WHERE NOT EXISTS (
    SELECT
    FROM issuance o
    WHERE o.company_id = w.company_id
      AND o.production = w.production
      AND o.idempotency = w.idempotency
      AND o.state IN ('queued', 'submitted', 'approved')
  )
  -- All statements that arm several keys lock them in this order.
  ORDER BY w.company_id, w.production, w.idempotency ON CONFLICT (company_id, production, idempotency) DO UPDATE
  SET revision = i.revision + 1, state = 'queued', queue_position = excluded.queue_position,
    is_background = excluded.is_background, batched = i.batched OR excluded.batched, pos_number = excluded.pos_number,
    voucher_type = excluded.voucher_type,
    body = excluded.body || CASE
      WHEN i.incarnation <> excluded.incarnation
        AND i.declared <> excluded.declared THEN jsonb_build_object(
          'sentBefore',
          coalesce(i.body -> 'sentBefore', '[]') || jsonb_build_object('posNumber', i.pos_number, 'voucherType', i.voucher_type, 'declared', i.declared)
        )
      WHEN i.body ? 'sentBefore' THEN jsonb_build_object('sentBefore', i.body -> 'sentBefore')
      ELSE '{}'
    END, body_hash = excluded.body_hash, amounts = excluded.amounts, declared = excluded.declared,
    vat_rounding = excluded.vat_rounding, api_key_id = excluded.api_key_id, user_email = excluded.user_email,
    request_id = excluded.request_id, period_start = excluded.period_start, enqueued_at = now(),
    incarnation = excluded.incarnation, deadline_at = excluded.deadline_at, credited_id = excluded.credited_id,
    trace = excluded.trace,
    suspect_since = CASE
      WHEN i.incarnation <> excluded.incarnation THEN least(i.suspect_since, i.enqueued_at)
      ELSE i.suspect_since
    END,
    may_fail_over = excluded.may_fail_over AND NOT (i.incarnation <> excluded.incarnation OR public.is_suspect(i.id)),
    number = NULL, submitted_at = NULL, epoch = NULL, authority_time = NULL, settled_at = NULL, outcome = NULL
  WHERE i.state IN ('rejected', 'cancelled', 'failed')
    AND NOT i.key_closed
    AND (
      (i.pos_number, i.voucher_type) = (excluded.pos_number, excluded.voucher_type)
      OR NOT public.is_suspect(i.id)
    )
    AND NOT public.awaits_verification(i.id)
    AND NOT public.may_be_hidden(i.id)
  RETURNING i.company_id, i.production, i.idempotency, i.id, i.revision
),
noted AS (
  INSERT INTO batch_element (
    batch_id, index, company_id, production, idempotency, pos_number, voucher_type, issuance_id, revision, attempt,
    state, outcome, settled_at
  )
  SELECT wanted.batch_id, wanted.index, wanted.company_id, wanted.production, wanted.idempotency, wanted.pos_number,
    wanted.voucher_type, coalesce(armed.id, CASE WHEN own.fits THEN own.id END), armed.revision,
    CASE WHEN armed.id IS NULL AND (own.id IS NULL OR own."isOpen") THEN wanted.attempt END,
    CASE WHEN own.id IS NULL THEN 'pending' WHEN own.fits THEN 'issued' ELSE 'failed' END, own.conflict,
    CASE WHEN own.id IS NOT NULL THEN now() END
  FROM wanted
  LEFT JOIN armed
  USING (company_id, production, idempotency)
  LEFT JOIN LATERAL (
    SELECT *
    FROM (
      SELECT o.id, o.state, c.conflict IS NULL AS fits, c.conflict,
        o.state <> 'approved' AND NOT o.key_closed AS "isOpen"
      FROM issuance o
      CROSS JOIN LATERAL (
        SELECT CASE
          WHEN o.state = 'approved'
            AND ((o.pos_number, o.voucher_type) <> (wanted.pos_number, wanted.voucher_type)) THEN jsonb_build_object(
              'code', 'VALIDATION_ERROR', 'obstacle',
              jsonb_build_object(
                'why', 'keyOfVoucher', 'asked',
                jsonb_build_object('posNumber', wanted.pos_number, 'voucherType', wanted.voucher_type), 'posNumber',
                (SELECT v.pos_number FROM voucher v WHERE v.issuance_id = o.id), 'voucherType', o.voucher_type,
                'voucherNumber', o.number
              )
            )
          WHEN o.state IN ('queued', 'submitted', 'approved') THEN NULL
          WHEN o.key_closed THEN jsonb_build_object('code', 'VALIDATION_ERROR', 'obstacle', jsonb_build_object('why', 'barred'))
          WHEN ((o.pos_number, o.voucher_type) <> (wanted.pos_number, wanted.voucher_type))
            AND public.is_suspect(o.id) THEN jsonb_build_object(
              'code', 'VALIDATION_ERROR', 'obstacle',
              jsonb_build_object(
                'why', 'keyElsewhere', 'asked',
                jsonb_build_object('posNumber', wanted.pos_number, 'voucherType', wanted.voucher_type), 'posNumber',
                o.pos_number, 'voucherType', o.voucher_type
              )
            )
          WHEN public.awaits_verification(o.id) THEN $13::jsonb
          WHEN public.may_be_imported(o.id) THEN jsonb_build_object(
            'code', 'VALIDATION_ERROR', 'obstacle',
            jsonb_build_object('why', 'maybeImported', 'posNumber', o.pos_number, 'voucherType', o.voucher_type)
          )
          WHEN public.others_unverified(o.id) THEN $14::jsonb
        END AS conflict
      ) c
      WHERE o.company_id = wanted.company_id
        AND o.production = wanted.production
        AND o.idempotency = wanted.idempotency
    ) decided
    WHERE decided.state = 'approved'
      OR NOT decided.fits
  ) own
    ON armed.id IS NULL
)
SELECT id
FROM recorded
