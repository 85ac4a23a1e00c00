/* claim_due_reports */
WITH RECURSIVE head AS (
  (
    SELECT company_id, production, pos_number, voucher_type, caea_id, state, due_at, listed_at, voucher_id
    FROM caea_report
    WHERE caea_report.state <> 'reported'
      AND caea_report.state <> 'givenUp'
    ORDER BY company_id, production, pos_number, voucher_type, voucher_number
    LIMIT 1
  )
  UNION ALL
  SELECT n.*
  FROM head h
  CROSS JOIN LATERAL (
    SELECT company_id, production, pos_number, voucher_type, caea_id, state, due_at, listed_at, voucher_id
    FROM caea_report
    WHERE caea_report.state <> 'reported'
      AND caea_report.state <> 'givenUp'
      AND (company_id, production, pos_number, voucher_type) > (h.company_id, h.production, h.pos_number, h.voucher_type)
    ORDER BY company_id, production, pos_number, voucher_type, voucher_number
    LIMIT 1
  ) n
),
due AS (
  SELECT h.voucher_id, h.due_at, row_number() OVER (PARTITION BY h.company_id ORDER BY h.due_at) AS turn
  FROM head h
  JOIN caea a
    ON a.id = h.caea_id
  WHERE h.production = $1
    AND h.state <> 'rejected'
    AND (h.due_at <= now() OR h.due_at > now() + interval '2 minutes')
    AND a.valid_from < $2
    AND coalesce(
      h.listed_at > now() + interval '1 second'
      OR h.listed_at <= now() - $3 * interval '1 second', true
    )
),
taken AS MATERIALIZED (
  SELECT r.voucher_id
  FROM caea_report r
  JOIN due
    ON due.voucher_id = r.voucher_id
  WHERE coalesce(
    r.listed_at > now() + interval '1 second'
    OR r.listed_at <= now() - $4 * interval '1 second', true
  )
  ORDER BY due.turn, due.due_at
  LIMIT $5
  FOR UPDATE OF r SKIP LOCKED
)
UPDATE caea_report r
SET listed_at = now()
FROM taken
WHERE r.voucher_id = taken.voucher_id
RETURNING r.company_id AS "companyId", r.production, r.pos_number AS "posNumber", r.voucher_type AS "voucherType"
