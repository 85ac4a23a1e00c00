/* find_kept_answer */
SELECT answer
FROM authority_question q
WHERE name = $1
  AND q.company_id = $2
  AND q.production = $3
  AND kept_until > now()
ORDER BY answered_at DESC
LIMIT 1
