WITH RECURSIVE party AS (
  (
    SELECT e.company_id, e.production
    FROM batch_element e
    WHERE e.issuance_id IS NULL
      AND e.attempt IS NOT NULL
      AND e.company_id = $1
    ORDER BY e.company_id, e.production
    LIMIT 1
  )
  UNION ALL
  SELECT n.*
  FROM party p
  CROSS JOIN LATERAL (
    SELECT e.company_id, e.production
    FROM batch_element e
    WHERE e.issuance_id IS NULL
      AND e.attempt IS NOT NULL
      AND e.company_id = $2
      AND (e.company_id, e.production) > (p.company_id, p.production)
    ORDER BY e.company_id, e.production
    LIMIT 1
  ) n
),
turn AS (
  SELECT own.*
  FROM party p
  CROSS JOIN LATERAL (
    SELECT e.batch_id, e.index, row_number() OVER (ORDER BY e.batch_id, e.index) AS place
    FROM batch_element e
    WHERE e.issuance_id IS NULL
      AND e.attempt IS NOT NULL
      AND e.company_id = p.company_id
      AND e.production = p.production
    ORDER BY e.batch_id, e.index
    LIMIT $3
  ) own
  ORDER BY own.place, own.batch_id
  LIMIT $4
),
loose AS MATERIALIZED (
  -- One by one: PostgreSQL would rather read all that is loose.
  SELECT l.*
  FROM turn t
  CROSS JOIN LATERAL (
    SELECT e.*, b.created_at, coalesce(b.incarnation <> (SELECT public.current_incarnation()), false) AS lost
    FROM batch_element e
    JOIN batch b
      ON b.id = e.batch_id
    WHERE e.batch_id = t.batch_id
      AND e.index = t.index
      AND e.issuance_id IS NULL
      AND e.attempt IS NOT NULL
    FOR UPDATE OF e SKIP LOCKED
  ) l
),
-- An INSERT passes over no row: of what somebody holds it waits this long. It counts for this statement alone.
patience AS MATERIALIZED (SELECT set_config('lock_timeout', $5, true) AS set),
wanted AS MATERIALIZED (
  SELECT DISTINCT ON (company_id, production, idempotency) loose.*
  FROM patience, loose
  WHERE patience.set <> ''
    AND state = 'pending'
    AND NOT lost
  ORDER BY company_id, production, idempotency, batch_id
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
    w.attempt ->> 'trace', (w.attempt ->> 'periodStart')::date, w.created_at + $6 * interval '1 hour',
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
found AS (
  SELECT loose.batch_id, loose.index, loose.lost, own.id AS own_id, own.fits, own.conflict, own."isOpen",
    armed.id AS armed_id, armed.revision,
    NOT EXISTS (
      SELECT
      FROM issuance o
      WHERE o.company_id = loose.company_id
        AND o.production = loose.production
        AND o.idempotency = loose.idempotency
    ) AS keyless
  FROM loose
  LEFT JOIN LATERAL (
    SELECT *
    FROM (
      SELECT o.id, o.state, c.conflict IS NULL AS fits, c.conflict,
        o.state <> 'approved' AND NOT o.key_closed AS "isOpen"
      FROM issuance o
      CROSS JOIN LATERAL (
        SELECT CASE
          WHEN o.state = 'approved'
            AND ((o.pos_number, o.voucher_type) <> (loose.pos_number, loose.voucher_type)) THEN jsonb_build_object(
              'code', 'VALIDATION_ERROR', 'obstacle',
              jsonb_build_object(
                'why', 'keyOfVoucher', 'asked',
                jsonb_build_object('posNumber', loose.pos_number, 'voucherType', loose.voucher_type), 'posNumber',
                (SELECT v.pos_number FROM voucher v WHERE v.issuance_id = o.id), 'voucherType', o.voucher_type,
                'voucherNumber', o.number
              )
            )
          WHEN o.state IN ('queued', 'submitted', 'approved') THEN NULL
          WHEN o.key_closed THEN jsonb_build_object('code', 'VALIDATION_ERROR', 'obstacle', jsonb_build_object('why', 'barred'))
          WHEN ((o.pos_number, o.voucher_type) <> (loose.pos_number, loose.voucher_type))
            AND public.is_suspect(o.id) THEN jsonb_build_object(
              'code', 'VALIDATION_ERROR', 'obstacle',
              jsonb_build_object(
                'why', 'keyElsewhere', 'asked',
                jsonb_build_object('posNumber', loose.pos_number, 'voucherType', loose.voucher_type), 'posNumber',
                o.pos_number, 'voucherType', o.voucher_type
              )
            )
          WHEN public.awaits_verification(o.id) THEN $7::jsonb
          WHEN public.may_be_imported(o.id) THEN jsonb_build_object(
            'code', 'VALIDATION_ERROR', 'obstacle',
            jsonb_build_object('why', 'maybeImported', 'posNumber', o.pos_number, 'voucherType', o.voucher_type)
          )
          WHEN public.others_unverified(o.id) THEN $8::jsonb
        END AS conflict
      ) c
      WHERE o.company_id = loose.company_id
        AND o.production = loose.production
        AND o.idempotency = loose.idempotency
    ) decided
    WHERE decided.state = 'approved'
      OR NOT decided.fits
  ) own
    ON true
  LEFT JOIN (
    wanted
    JOIN armed
    USING (company_id, production, idempotency)
  )
    ON wanted.batch_id = loose.batch_id
    AND wanted.index = loose.index
)
UPDATE batch_element e
SET issuance_id = coalesce(f.armed_id, CASE WHEN f.fits THEN f.own_id END), revision = f.revision,
  attempt = CASE WHEN f."isOpen" THEN e.attempt END,
  state = CASE
    WHEN f.armed_id IS NOT NULL THEN 'pending'
    WHEN f.fits THEN 'issued'
    ELSE 'failed'
  END,
  outcome = CASE
    WHEN f.armed_id IS NOT NULL
      OR f.fits THEN NULL
    WHEN e.state = 'failed' THEN e.outcome
    ELSE coalesce(f.conflict, $9::jsonb)
  END, settled_at = CASE WHEN f.armed_id IS NULL THEN coalesce(e.settled_at, now()) END
FROM found f
WHERE e.batch_id = f.batch_id
  AND e.index = f.index
  AND (
    f.armed_id IS NOT NULL
    OR f.own_id IS NOT NULL
    OR f.keyless
    AND (f.lost OR e.state = 'failed')
  )
