/* untaken_questions */
SELECT id::text
FROM (
  SELECT id, row_number() OVER (PARTITION BY company_id, production ORDER BY wanted_until, id) AS turn
  FROM authority_question
  WHERE taken_at IS NULL
    AND answered_at IS NULL
    AND wanted_until > now()
) q
ORDER BY turn, id
LIMIT $1
