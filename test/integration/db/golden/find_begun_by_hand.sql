/* find_begun_by_hand */
SELECT (extract(epoch FROM c.active_since) * 1000)::float8 AS "sinceMs", c.reason
FROM contingency c
WHERE c.company_id = $1
  AND c.production = $2
  AND c.active_since IS NOT NULL
  AND c.is_manual
