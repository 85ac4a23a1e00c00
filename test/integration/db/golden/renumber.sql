WITH seq AS MATERIALIZED (
  SELECT id, last_number
  FROM sequence
  WHERE id = $1
    AND epoch = $2
    AND token = $3::bigint
    AND incarnation = (SELECT public.current_incarnation())
  FOR UPDATE
),
head AS MATERIALIZED (
  SELECT i.id
  FROM issuance i, seq
  WHERE i.id = $4
    AND i.revision = $5
    AND i.number = $6
    AND i.state = 'submitted'
  FOR UPDATE OF i
),
later AS MATERIALIZED (
  SELECT i.id, i.number
  FROM issuance i, head
  WHERE i.company_id = $7
    AND i.production = $8
    AND i.pos_number = $9
    AND i.voucher_type = $10
    AND i.state = 'submitted'
    AND i.number > $11
  FOR UPDATE OF i
),
behind AS (
  UPDATE issuance i
  SET state = 'queued', epoch = NULL, submitted_at = NULL, authority_time = NULL, number = NULL,
    ticket_lists_company = true, doubt = NULL, refusal = NULL, all_refused = false, measured_at = NULL, lookups = NULL,
    operator_reason = NULL, problem = NULL, deadline_at = GREATEST(i.deadline_at, now() + $12 * interval '1 second')
  FROM later
  WHERE i.id = later.id
  RETURNING i.id, later.number, i.declared, i.company_id, i.period_start
),
i AS (
  UPDATE issuance i
  SET number = $13, epoch = $14, submitted_at = clock_timestamp(),
    authority_time = coalesce(to_timestamp($15::float8 / 1000), i.authority_time),
    ticket_lists_company = (i.number = $16 AND i.ticket_lists_company) OR $17, doubt = NULL, refusal = NULL,
    all_refused = false, measured_at = NULL, lookups = NULL, operator_reason = NULL, problem = NULL
  FROM head
  WHERE i.id = head.id
    AND (SELECT count(*) FROM behind) >= 0
  RETURNING i.*
),
remembered AS (
  INSERT INTO freed_number (sequence_id, number, issuance_id, declared)
  SELECT $18::bigint, number, id, declared
  FROM (
    SELECT id, $19::int AS number, $20::jsonb AS declared
    FROM i
    WHERE $21::boolean
    UNION ALL
    SELECT id, number, declared
    FROM behind
    WHERE $22::boolean
  ) freed
  WHERE declared IS NOT NULL
    AND NOT EXISTS (
      SELECT
      FROM freed_number f
      WHERE f.sequence_id = $23
        AND f.number = freed.number
        AND f.issuance_id = freed.id
        AND f.declared = freed.declared
    )
),
compared AS (
  UPDATE freed_number f
  SET compared_at = clock_timestamp()
  FROM i
  WHERE $24
    AND f.sequence_id = $25
    AND f.number = $26
    AND f.compared_at IS NULL
),
named AS (
  UPDATE freed_number f
  SET compared_at = clock_timestamp()
  FROM i
  WHERE f.sequence_id = $27
    AND f.number = ANY($28::int[])
    AND f.issuance_id = i.id
    AND f.compared_at IS NULL
),
released AS (
  UPDATE usage_period u
  SET reserved = u.reserved - f.vouchers
  FROM (
    SELECT company_id, period_start, count(*) AS vouchers
    FROM (SELECT company_id, period_start FROM behind) one
    GROUP BY company_id, period_start
  ) f
  WHERE u.company_id = f.company_id
    AND u.period_start = f.period_start
),
numbered AS (
  UPDATE sequence s
  SET last_number = $29, authority_time = coalesce(to_timestamp($30::float8 / 1000), s.authority_time),
    shared = s.shared OR $31
  FROM i
  WHERE s.id = $32
)
SELECT i.id, i.revision, i.number, i.body, i.amounts, i.declared, i.vat_rounding AS "vatRounding",
  i.request_id AS "requestId", i.trace, (extract(epoch FROM i.authority_time) * 1000)::float8 AS "authorityTimeMs",
  (extract(epoch FROM i.measured_at) * 1000)::float8 AS "measuredAtMs", i.refusal -> 'reasons' AS refusal,
  coalesce((i.refusal ->> 'quietMs')::float8, 0) AS "quietMs", coalesce((i.refusal ->> 'sends')::int, 0) AS sends,
  i.ticket_lists_company AS "isListed", i.doubt, i.all_refused AS "isDenied", i.problem,
  i.is_background AS "isBackground", i.may_fail_over AS "mayFailOver", i.lookups AS looks,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"
FROM i
