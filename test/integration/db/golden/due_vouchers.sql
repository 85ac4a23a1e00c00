SELECT id AS "voucherId", coalesce(request_id, '') AS "requestId",
  (SELECT i.trace FROM issuance i WHERE i.id = due.issuance_id) AS trace, company_id AS "companyId", production
FROM (
  SELECT v.id, v.issuance_id, v.request_id, v.company_id, v.production,
    row_number() OVER (PARTITION BY v.company_id, v.production ORDER BY v.id) AS place
  FROM voucher v
  LEFT JOIN print_attempt t
    ON t.voucher_id = v.id
    AND t.versions = '1'
  WHERE NOT v.has_pdf
    AND v.source <> 'rcel'
    AND (
      v.created_at < now() - interval '10 seconds'
      OR v.created_at > now() + interval '10 seconds'
    )
    AND (
      t.voucher_id IS NULL
      OR t.attempt_count < $1
      AND (
        t.due_at <= now()
        OR t.due_at > now() + least($2, $3 * 2 ^ least(t.attempt_count - 1, 10)) * interval '1 second' + interval '1 second'
      )
    )
) due
ORDER BY place, id
LIMIT $4
