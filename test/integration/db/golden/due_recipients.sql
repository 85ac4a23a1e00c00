SELECT id AS "recipientId", coalesce(request_id, '') AS "requestId",
  (SELECT i.trace FROM issuance i WHERE i.id = due.issuance_id) AS trace, company_id AS "companyId", production
FROM (
  SELECT r.id, r.due_at, v.issuance_id, v.request_id, v.company_id, v.production,
    row_number() OVER (PARTITION BY v.company_id, v.production ORDER BY r.due_at, r.id) AS place
  FROM recipient r
  JOIN voucher v
    ON v.id = r.voucher_id
  WHERE r.state = 'due'
    AND v.has_pdf
    AND r.due_at <= now()
    AND (r.attempts > 0 OR r.created_at < now() - interval '10 seconds')
    AND NOT EXISTS (
      SELECT 1
      FROM print_attempt a
      WHERE a.voucher_id = r.voucher_id
        AND a.versions = array_to_string(r.pdf_versions, '-')
        AND a.attempt_count >= $1
    )
) due
ORDER BY place, due_at
LIMIT $2
