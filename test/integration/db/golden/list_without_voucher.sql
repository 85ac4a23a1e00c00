SELECT i.id, i.idempotency AS key, i.pos_number AS pos, i.voucher_type AS type, i.number, i.state::text, i.doubt,
  (
    substr(
      to_json((coalesce(i.submitted_at, i.enqueued_at) + interval '1 microsecond') AT TIME ZONE 'UTC')::text, 2, 23
    ) || 'Z'
  ) AS since, coalesce(i.amounts ->> 'total', v.total_amount::text) AS total, i.operator_reason AS why
FROM issuance i
LEFT JOIN voucher v
  ON v.issuance_id = i.id
  AND v.company_id = i.company_id
  AND v.production = i.production
WHERE i.company_id = $1
  AND i.production = $2
  AND i.state <> 'approved'
ORDER BY coalesce(i.submitted_at, i.enqueued_at) DESC, i.id DESC
LIMIT $3
