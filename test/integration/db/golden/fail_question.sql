UPDATE issuer_request q
SET failure = $1, answered_at = now()
WHERE id = $2::uuid
  AND q.company_id = $3
  AND q.production = $4
  AND answered_at IS NULL
