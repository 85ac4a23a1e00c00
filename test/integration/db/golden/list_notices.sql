SELECT n.code, n.message, n.service, CASE WHEN n.production THEN 'production' ELSE 'homologation' END AS environment,
  to_char(n.first_seen_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "firstSeen",
  to_char(n.last_seen_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lastSeen"
FROM authority_notice n
WHERE n.company_id = $1
  AND n.production = $2
ORDER BY n.last_seen_at DESC, n.id DESC
LIMIT $3
