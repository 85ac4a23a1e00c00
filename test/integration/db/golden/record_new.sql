/* record_new */
INSERT INTO issuance AS i (
  company_id, production, idempotency, pos_number, voucher_type, body, body_hash, amounts, declared, vat_rounding,
  api_key_id, user_email, request_id, trace, period_start, deadline_at, credited_id, may_fail_over
)
SELECT $1::int, $2::boolean, $3, $4::int, $5::int,
  $6::jsonb || coalesce(
    (
      SELECT jsonb_strip_nulls(
        jsonb_build_object('saleCondition', CASE WHEN $7::text IS NULL THEN pos.sale_condition END)
      )
      FROM point_of_sale pos
      WHERE pos.company_id = $8::int
        AND pos.production = $9::boolean
        AND pos.number = $10::int
    ), '{}'::jsonb
  ), $11::bytea, $12::jsonb, $13::jsonb, $14, $15::int, $16, $17, $18, $19::date, now() + $20 * interval '1 millisecond',
  $21::bigint, $22::boolean
WHERE set_config('synchronous_commit', 'off', true) = 'off'
  AND EXISTS (
    SELECT
    FROM usage_period
    WHERE company_id = $23
      AND period_start = $24::date
  )
-- With none named it locks no row.
ON CONFLICT DO NOTHING
RETURNING id, revision, incarnation AS timeline, (extract(epoch FROM enqueued_at) * 1000)::float8 AS "recordedAtMs",
  (extract(epoch FROM deadline_at - now()) * 1000)::float8 AS "deadlineInMs"
