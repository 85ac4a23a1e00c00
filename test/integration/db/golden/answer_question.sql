/* answer_question */
UPDATE issuer_request q
SET answer = $1::json, answered_at = now(),
  cached_until = CASE WHEN $2 > 0 AND name IS NOT NULL THEN now() + $3 * interval '1 millisecond' END
WHERE id = $4::uuid
  AND q.company_id = $5
  AND q.production = $6
  AND answered_at IS NULL
