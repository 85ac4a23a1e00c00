DELETE FROM issuer_request q
WHERE id = $1::uuid
  AND q.company_id = $2
  AND q.production = $3
  AND claimed_at IS NULL
