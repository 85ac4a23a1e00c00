UPDATE sequence s
SET last_number = r.number, last_date = r.date
FROM (
  SELECT number, date
  FROM (
    SELECT v.voucher_number AS number, v.voucher_date AS date,
      q.last_number + row_number() OVER (ORDER BY v.voucher_number) AS expected
    FROM sequence q
    JOIN voucher v
      ON v.company_id = q.company_id
      AND v.production = q.production
      AND v.pos_number = q.pos_number
      AND v.voucher_type = q.voucher_type
      AND v.voucher_number > q.last_number
    -- The authority showed it: it was imported, or it is a key's.
    AND (v.source = 'rcel' OR v.issuance_id IS NOT NULL)
    WHERE q.company_id = $1
      AND q.production = $2
      AND q.pos_number = $3
      AND q.voucher_type = $4
  ) run
  WHERE number = expected
  ORDER BY number DESC
  LIMIT 1
) r
WHERE s.company_id = $5
  AND s.production = $6
  AND s.pos_number = $7
  AND s.voucher_type = $8
