SELECT company_id AS "companyId", production, pos_number AS "posNumber", voucher_type AS "voucherType",
  count(*) FILTER (
    WHERE state = 'queued'
      AND NOT is_background
  )::int AS waiting, count(*) FILTER (
    WHERE state = 'queued'
      AND is_background
  )::int AS elements,
  coalesce(
    extract(
      epoch FROM now() - min(enqueued_at) FILTER (
        WHERE state = 'queued'
          AND NOT is_background
      )
    ), 0
  )::float8 AS "waitingSeconds",
  coalesce(extract(epoch FROM now() - min(submitted_at) FILTER (WHERE state = 'submitted')), 0)::float8 AS "unresolvedSeconds",
  bool_or(doubt IS NOT DISTINCT FROM 'unconfirmed') AS unconfirmed,
  bool_or(operator_reason IS NOT NULL) AS "needsOperator"
FROM public.issuance
WHERE state IN ('queued', 'submitted')
GROUP BY company_id, production, pos_number, voucher_type
