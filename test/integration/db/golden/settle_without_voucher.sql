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
  SET state = $13::issuance_state, settled_at = clock_timestamp(), outcome = $14::jsonb, key_closed = $15, number = NULL,
    ticket_lists_company = true, doubt = NULL, refusal = NULL, all_refused = false, measured_at = NULL, lookups = NULL,
    operator_reason = NULL, problem = NULL
  FROM head
  WHERE i.id = head.id
    AND (SELECT count(*) FROM behind) >= 0
  RETURNING i.*
),
remembered AS (
  INSERT INTO freed_number (sequence_id, number, issuance_id, declared)
  SELECT $16::bigint, number, id, declared
  FROM (
    SELECT id, $17::int AS number, $18::jsonb AS declared
    FROM i
    WHERE $19::boolean
    UNION ALL
    SELECT id, number, declared
    FROM behind
    WHERE $20::boolean
  ) freed
  WHERE declared IS NOT NULL
    AND NOT EXISTS (
      SELECT
      FROM freed_number f
      WHERE f.sequence_id = $21
        AND f.number = freed.number
        AND f.issuance_id = freed.id
        AND f.declared = freed.declared
    )
),
named AS (
  UPDATE freed_number f
  SET compared_at = clock_timestamp()
  FROM i
  WHERE f.sequence_id = $22
    AND f.number = ANY($23::int[])
    AND f.issuance_id = i.id
    AND f.compared_at IS NULL
),
numbered AS (
  UPDATE sequence s
  SET last_number = greatest(s.last_number, $24::int)
  FROM i
  WHERE s.id = $25
    AND $26
),
released AS (
  UPDATE usage_period u
  SET reserved = u.reserved - f.vouchers
  FROM (
    SELECT company_id, period_start, count(*) AS vouchers
    FROM (
      SELECT company_id, period_start
      FROM i
      UNION ALL
      SELECT company_id, period_start
      FROM behind
    ) one
    GROUP BY company_id, period_start
  ) f
  WHERE u.company_id = f.company_id
    AND u.period_start = f.period_start
)
SELECT 1
FROM i
