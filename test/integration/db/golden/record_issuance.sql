/* record_issuance */
WITH period AS (
  INSERT INTO usage_period (company_id, period_start)
  SELECT $1, $2::date
  -- Even an INSERT that does nothing would wait for a transaction that is updating the row.
  WHERE NOT EXISTS (
    SELECT
    FROM usage_period
    WHERE company_id = $3
      AND period_start = $4::date
  )
    ON CONFLICT DO NOTHING
)
INSERT INTO issuance AS i (
  company_id, production, idempotency, pos_number, voucher_type, body, body_hash, amounts, declared, vat_rounding,
  api_key_id, user_email, request_id, trace, period_start, deadline_at, credited_id, may_fail_over
)
SELECT $5::int, $6::boolean, $7, $8::int, $9::int,
  $10::jsonb || coalesce(
    (
      SELECT jsonb_strip_nulls(
        jsonb_build_object('saleCondition', CASE WHEN $11::text IS NULL THEN pos.sale_condition END)
      )
      FROM point_of_sale pos
      WHERE pos.company_id = $12::int
        AND pos.production = $13::boolean
        AND pos.number = $14::int
    ), '{}'::jsonb
  ), $15::bytea, $16::jsonb, $17::jsonb, $18, $19::int, $20, $21, $22, $23::date, now() + $24 * interval '1 millisecond',
  $25::bigint, $26::boolean
WHERE set_config('synchronous_commit', 'off', true) = 'off'
  AND NOT EXISTS (
    SELECT
    FROM issuance o
    WHERE o.company_id = $27
      AND o.production = $28
      AND o.idempotency = $29
      AND o.state IN ('queued', 'submitted', 'approved')
  )
  ON CONFLICT (company_id, production, idempotency) DO UPDATE
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
  END, may_fail_over = excluded.may_fail_over AND NOT (i.incarnation <> excluded.incarnation OR public.is_suspect(i.id)),
  number = NULL, submitted_at = NULL, epoch = NULL, authority_time = NULL, settled_at = NULL, outcome = NULL
WHERE i.state IN ('rejected', 'cancelled', 'failed')
  AND NOT i.key_closed
  AND (
    (i.pos_number, i.voucher_type) = (excluded.pos_number, excluded.voucher_type)
    OR NOT public.is_suspect(i.id)
  )
  AND NOT public.awaits_verification(i.id)
  AND NOT public.may_be_hidden(i.id)
RETURNING id, revision, incarnation AS timeline, (extract(epoch FROM enqueued_at) * 1000)::float8 AS "recordedAtMs",
  (extract(epoch FROM deadline_at - now()) * 1000)::float8 AS "deadlineInMs"
