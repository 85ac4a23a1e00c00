WITH i AS (
  UPDATE issuance i
  SET state = 'approved', number = $1, settled_at = clock_timestamp(), submitted_at = NULL, epoch = NULL,
    authority_time = NULL, body = NULL, amounts = NULL, declared = NULL, outcome = NULL, key_closed = false,
    ticket_lists_company = true, doubt = NULL, refusal = NULL, all_refused = false, measured_at = NULL, lookups = NULL,
    operator_reason = NULL, problem = NULL
  WHERE i.id = $2
    AND i.revision = $3
    AND i.state = $4::issuance_state
    AND i.number IS NOT DISTINCT FROM $5::int
  RETURNING i.*
),
released AS (
  UPDATE usage_period u
  SET reserved = u.reserved - f.vouchers
  FROM (
    SELECT company_id, period_start, count(*) AS vouchers
    FROM (SELECT company_id, period_start FROM i WHERE $6) one
    GROUP BY company_id, period_start
  ) f
  WHERE u.company_id = f.company_id
    AND u.period_start = f.period_start
)
SELECT 1
FROM i
