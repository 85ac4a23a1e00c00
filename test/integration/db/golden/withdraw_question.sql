DELETE FROM authority_question q
WHERE id = $1::uuid
  AND q.company_id = $2
  AND q.production = $3
  AND taken_at IS NULL
