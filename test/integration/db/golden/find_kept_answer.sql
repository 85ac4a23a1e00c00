/* find_kept_answer */
SELECT answer
FROM issuer_request q
WHERE name = $1
  AND q.company_id = $2
  AND q.production = $3
  AND cached_until > now()
ORDER BY answered_at DESC
LIMIT 1
