/* untaken_questions */
SELECT id::text
FROM (
  SELECT id, row_number() OVER (PARTITION BY company_id, production ORDER BY expires_at, id) AS turn
  FROM issuer_request
  WHERE claimed_at IS NULL
    AND answered_at IS NULL
    AND expires_at > now()
) q
ORDER BY turn, id
LIMIT $1
