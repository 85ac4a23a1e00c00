SELECT r.voucher_id AS "voucherId", v.issuance_id AS "issuanceId", r.voucher_number AS number, r.state,
  json_build_object('code', a.code, 'validFrom', a.valid_from) AS caea, r.declared,
  (extract(epoch FROM r.generated_at) * 1000)::float8 AS "generatedAtMs", r.attempt_count AS tries,
  CASE
    WHEN r.due_at > now() + interval '2 minutes' THEN 0
    ELSE greatest(0, extract(epoch FROM r.due_at - clock_timestamp()) * 1000)
  END::float8 AS "waitMs",
  EXISTS (
    SELECT
    FROM voucher b
    JOIN caea_report t
      ON t.voucher_id = b.id
      AND t.state = 'reported'
    WHERE b.company_id = r.company_id
      AND b.production = r.production
      AND b.pos_number = r.pos_number
      AND b.voucher_type = r.voucher_type
      AND b.voucher_number = r.voucher_number - 1
  ) AS "followsReported", (extract(epoch FROM clock_timestamp() - r.hidden_since) * 1000)::float8 AS "hiddenMs",
  (
    SELECT min(b.voucher_number)
    FROM caea_report b
    WHERE b.company_id = r.company_id
      AND b.production = r.production
      AND b.pos_number = r.pos_number
      AND b.voucher_type = r.voucher_type
      AND b.voucher_number < r.voucher_number
      AND b.state <> 'reported'
      AND b.state <> 'givenUp'
  ) AS "openBefore"
FROM caea_report r
JOIN caea a
  ON a.id = r.caea_id
JOIN voucher v
  ON v.id = r.voucher_id
WHERE r.company_id = $1
  AND r.production = $2
  AND r.pos_number = $3
  AND r.voucher_type = $4
  AND r.voucher_id = $5
  AND (r.state IN ('rejected', 'givenUp') OR r.state <> 'reported' AND r.attempt_count >= $6)
