SELECT r.id AS "recipientId", coalesce(v.request_id, '') AS "requestId", v.company_id AS "companyId", v.production
FROM recipient r
JOIN voucher v
  ON v.id = r.voucher_id
WHERE r.voucher_id = $1
  AND r.state = 'due'
  AND $2 IN ('1', array_to_string(r.pdf_versions, '-'))
ORDER BY r.slot
