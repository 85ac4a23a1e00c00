/* read_question */
SELECT claimed_at IS NOT NULL AS "isTaken", answered_at IS NOT NULL AS "isAnswered", answer, failure
FROM issuer_request q
WHERE id = $1::uuid
  AND q.company_id = $2
  AND q.production = $3
