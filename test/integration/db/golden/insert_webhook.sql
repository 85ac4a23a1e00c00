INSERT INTO webhook AS w (company_id, production, url, events, description)
VALUES ($1, $2, $3, $4::text[], $5)
RETURNING w.id, w.url, w.events, w.description, w.enabled, w.disabled_reason AS "disabledReason",
  w.created_at AS "createdAt"
