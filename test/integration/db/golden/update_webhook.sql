UPDATE webhook w
SET url = coalesce($1, w.url), events = coalesce($2::text[], w.events),
  description = CASE WHEN $3::boolean THEN w.description ELSE $4::text END, enabled = coalesce($5, w.enabled),
  failing_since = CASE WHEN $6::boolean THEN NULL ELSE w.failing_since END,
  disabled_reason = CASE WHEN $7::boolean THEN NULL ELSE w.disabled_reason END
WHERE w.id = $8
  AND w.company_id = $9
  AND w.production = $10
RETURNING w.id, w.url, w.events, w.description, w.enabled, w.disabled_reason AS "disabledReason",
  w.created_at AS "createdAt"
