/* find_shared_answer */
SELECT answer
FROM tenant.cached_answer
WHERE name = $1
  AND production = $2
  AND cached_until > now()
ORDER BY answered_at DESC
LIMIT 1
