SELECT id AS "webhookId", company_id AS "companyId", production
FROM (
  SELECT w.id, w.company_id, w.production,
    row_number() OVER (PARTITION BY w.company_id, w.production ORDER BY w.id) AS place
  FROM webhook w
  -- OFFSET 0 makes PostgreSQL look at the index for each endpoint, and not read all that waits for one that is dead.
  WHERE w.enabled
    AND w.listening_until IS NULL
    AND EXISTS (
      SELECT
      FROM webhook_delivery d
      WHERE d.webhook_id = w.id
        AND d.state = 'pending'
        AND d.due_at <= now()
        AND d.created_at + $1 * interval '1 day' >= now()
      OFFSET 0
    )
    AND (
      SELECT count(*)::int
      FROM webhook_delivery h
      WHERE h.webhook_id = w.id
        AND h.is_claimed
        AND h.state = 'pending'
        AND h.due_at > now()
    ) < $2
) due
ORDER BY place, id
LIMIT $3
