WITH found AS MATERIALIZED (
  SELECT f.issuance_id AS id, min(v.created_at) AS since
  FROM sequence s
  JOIN freed_number f
    ON f.sequence_id = s.id
    AND f.number = ANY ($1)
    AND f.compared_at IS NULL
  JOIN issuance i
    ON i.id = f.issuance_id
    AND (i.state <> 'submitted' OR (i.pos_number, i.number) <> (s.pos_number, f.number))
  JOIN voucher v
    ON v.source = 'rcel'
    AND v.issuance_id IS NULL
    AND v.company_id = $2
    AND v.production = $3
    AND v.pos_number = $4
    AND v.voucher_type = $5
    AND v.voucher_number = f.number
    AND public.is_of_sale(f.declared, v.voucher_date, v.doc_type, v.doc_number, v.total_amount, v.currency)
  WHERE s.company_id = $6
    AND s.production = $7
    AND s.pos_number = $8
    AND s.voucher_type = $9
  GROUP BY f.issuance_id
),
locked AS MATERIALIZED (
  SELECT i.id, found.since
  FROM found
  JOIN issuance i
    ON i.id = found.id
  WHERE i.state IN ('queued', 'submitted', 'rejected', 'cancelled', 'failed')
    AND (i.suspect_since IS NULL OR i.suspect_since > found.since)
  ORDER BY i.company_id, i.production, i.idempotency
  FOR UPDATE OF i
)
UPDATE issuance i
SET suspect_since = least(i.suspect_since, locked.since)
FROM locked
WHERE i.id = locked.id
  AND i.state IN ('queued', 'submitted', 'rejected', 'cancelled', 'failed')
