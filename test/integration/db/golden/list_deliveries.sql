SELECT (
  (
    SELECT count(*)
    FROM webhook_delivery l
    WHERE l.company_id = $1
      AND l.production = $2
      AND l.webhook_id = $3
      AND l.created_at + $4 * interval '1 day' >= now()
      AND true
  )
)::int AS total,
  (
    SELECT '[' || coalesce(string_agg(listed.row, ','), '') || ']'
    FROM (
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
                END
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
        END, 'created',
        (
          substr(to_json((v.created_at + interval '1 microsecond') AT TIME ZONE 'UTC')::text, 2, 23) || 'Z'
        )
      )::text AS row
      FROM (
        SELECT l.id
        FROM webhook_delivery l
        WHERE l.company_id = $5
          AND l.production = $6
          AND l.webhook_id = $7
          AND l.created_at + $8 * interval '1 day' >= now()
          AND true
        ORDER BY l.id DESC
        LIMIT 50
        OFFSET 0
      ) page
      JOIN webhook_delivery v
        ON v.id = page.id
      ORDER BY v.id DESC
    ) listed
  ) AS rows
