/* read_question */
SELECT taken_at IS NOT NULL AS "isTaken", answered_at IS NOT NULL AS "isAnswered", answer, failure
FROM authority_question q
WHERE id = $1::uuid
  AND q.company_id = $2
  AND q.production = $3
