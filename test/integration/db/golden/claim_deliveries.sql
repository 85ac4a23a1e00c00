/* claim_deliveries */
WITH w AS MATERIALIZED (
  SELECT w.id, w.url
  FROM webhook w
  WHERE w.id = $1
    AND w.enabled
    AND w.listening_until IS NULL
  FOR NO KEY UPDATE SKIP LOCKED
),
picked AS MATERIALIZED (
  SELECT d.id, d.created_at, w.url
  FROM w
  JOIN webhook_delivery d
    ON d.webhook_id = w.id
  WHERE d.state = 'pending'
    AND d.due_at <= now()
    AND d.created_at + $2 * interval '1 day' >= now()
  ORDER BY d.due_at, d.id
  LIMIT (
    SELECT greatest(
      0,
      $3 - (
        SELECT count(*)::int
        FROM webhook_delivery h
        WHERE h.webhook_id = w.id
          AND h.is_claimed
          AND h.state = 'pending'
          AND h.due_at > now()
      )
    )
    FROM w
  )
  FOR UPDATE OF d SKIP LOCKED
)
UPDATE webhook_delivery d
SET attempt_count = d.attempt_count + 1, is_claimed = true, due_at = now() + $4 * interval '1 millisecond',
  attempts = jsonb_path_query_array(
    d.attempts || jsonb_build_object(
      'at', to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status', NULL, 'ms', NULL,
      'error', jsonb_build_object('why', 'unseen'), 'answer', NULL
    ), '$[last - 49 to last]'
  )
FROM picked
WHERE d.id = picked.id
  AND d.created_at = picked.created_at
RETURNING d.id, d.created_at AS "createdAt", d.webhook_id AS "webhookId", d.company_id AS "companyId", picked.url,
  d.event_id AS "eventId", d.type, d.body, d.attempt_count AS tries, d.once
