/* open_sequences */
SELECT company_id AS "companyId", production, pos_number AS "posNumber", voucher_type AS "voucherType",
  (array_agg(lookups ORDER BY number) FILTER (WHERE state = 'submitted'))[1] AS looks,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"
FROM issuance i
WHERE state IN ('queued', 'submitted')
  AND (enqueued_at < now() - interval '2 seconds' OR enqueued_at > now() + interval '2 seconds')
  AND (
    state = 'submitted'
    OR deadline_at > now()
    AND NOT (
      is_background
      AND EXISTS (
        SELECT
        FROM sequence s
        WHERE s.company_id = i.company_id
          AND s.production = i.production
          AND s.pos_number = i.pos_number
          AND s.voucher_type = i.voucher_type
          AND s.retry_at BETWEEN now() AND now() + $1 * interval '1 second'
      )
    )
  )
GROUP BY company_id, production, pos_number, voucher_type
