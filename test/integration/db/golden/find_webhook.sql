SELECT w.id, w.url, w.events, w.description, w.enabled, w.disabled_reason AS "disabledReason",
  w.created_at AS "createdAt"
FROM webhook w
WHERE w.id = $1
  AND w.company_id = $2
  AND w.production = $3
  AND w.listening_until IS NULL
