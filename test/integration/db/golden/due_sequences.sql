/* due_sequences */
WITH open AS (
  SELECT company_id, production, pos_number, voucher_type, min(enqueued_at) AS since,
    (array_agg(lookups ORDER BY number) FILTER (WHERE state = 'submitted'))[1] AS looks
  FROM issuance i
  WHERE state IN ('queued', 'submitted')
    AND (
      enqueued_at < now() - $1 * interval '1 millisecond'
      OR enqueued_at > now() + interval '2 seconds'
    )
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
            AND s.retry_at BETWEEN now() AND now() + $2 * interval '1 second'
        )
      )
    )
  GROUP BY company_id, production, pos_number, voucher_type
  HAVING NOT coalesce(
    bool_or(
      state = 'submitted'
      AND doubt IS NULL
      AND submitted_at BETWEEN now() - $3 * interval '1 second' AND now() + interval '1 second'
    ), false
  )
)
SELECT company_id AS "companyId", production, pos_number AS "posNumber", voucher_type AS "voucherType", looks,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"
FROM open o
WHERE NOT EXISTS (
  SELECT
  FROM sequence_lease l
  WHERE l.company_id = o.company_id
    AND l.production = o.production
    AND l.pos_number = o.pos_number
    AND l.voucher_type = o.voucher_type
    AND l.expires_at BETWEEN now() AND now() + $4 * interval '1 second'
)
ORDER BY looks IS NOT NULL, row_number() OVER (PARTITION BY company_id, production ORDER BY since), since
LIMIT $5
