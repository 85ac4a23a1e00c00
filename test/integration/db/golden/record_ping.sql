INSERT INTO webhook_delivery (webhook_id, company_id, production, event_id, type, body)
VALUES ($1, $2, $3, $4, $5, $6)
RETURNING id
