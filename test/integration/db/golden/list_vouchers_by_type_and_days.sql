SELECT coalesce(sum(vouchers), 0)::int AS vouchers, min(first_id)::text AS first_id, max(last_id)::text AS last_id,
  (
    substr(
      to_json((min(first_created_at) + interval '1 microsecond') AT TIME ZONE 'UTC')::text, 2, 23
    ) || 'Z'
  ) AS first_created_at,
  (
    substr(
      to_json((max(last_created_at) + interval '1 microsecond') AT TIME ZONE 'UTC')::text, 2, 23
    ) || 'Z'
  ) AS last_created_at, NULL AS first_voucher_date, NULL AS last_voucher_date
FROM (
  SELECT c.*
  FROM voucher_count c
  WHERE c.company_id = $1
    AND c.production = $2
    AND c.span = 'month'
    AND c.period >= $3
    AND c.period < $4
) c
WHERE c.voucher_type = $5::bigint
