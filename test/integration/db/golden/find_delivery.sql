SELECT json_build_object(
  'id', v.id, 'eventId', v.event_id, 'type', v.type, 'state', v.state, 'attempts',
  (
    SELECT coalesce(
      json_agg(
        json_build_object(
          'at', a.value -> 'at', 'status', a.value -> 'status', 'ms', a.value -> 'ms', 'error',
          CASE
            WHEN v.is_claimed
              AND v.state = 'pending'
              AND v.due_at > now()
              AND a.place = jsonb_array_length(v.attempts)
              AND a.value ->> 'ms' IS NULL THEN NULL
            ELSE a.value -> 'error'
          END, 'answer', a.value -> 'answer'
        )
        ORDER BY a.place
      ), '[]'
    )
    FROM jsonb_array_elements(v.attempts) WITH ORDINALITY AS a(value, place)
  ), 'nextAttempt',
  CASE
    WHEN v.state = 'pending'
      AND NOT v.is_claimed
      AND EXISTS (
        SELECT
        FROM webhook w
        WHERE w.id = v.webhook_id
          AND w.enabled
      ) THEN (
        substr(to_json((v.due_at + interval '1 microsecond') AT TIME ZONE 'UTC')::text, 2, 23) || 'Z'
      )
  END, 'created', (
    substr(to_json((v.created_at + interval '1 microsecond') AT TIME ZONE 'UTC')::text, 2, 23) || 'Z'
  )
)::text AS row, v.body::json::text AS payload
FROM webhook_delivery v
WHERE v.company_id = $1
  AND v.production = $2
  AND v.webhook_id = $3
  AND v.created_at + $4 * interval '1 day' >= now()
  AND v.id = $5
