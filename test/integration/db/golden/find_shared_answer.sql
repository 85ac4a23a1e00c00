/* find_shared_answer */
SELECT answer
FROM tenant.shared_answer
WHERE name = $1
  AND production = $2
  AND kept_until > now()
ORDER BY answered_at DESC
LIMIT 1
