SELECT (
  SELECT json_build_object(
    'id', v.id, 'name', v.name, 'state', v.state, 'total', v.total, 'pending',
    count(*) FILTER (WHERE e.state = 'pending'), 'issued', count(*) FILTER (WHERE e.state = 'issued'), 'failed',
    count(*) FILTER (WHERE e.state = 'failed'), 'created',
    (
      substr(to_json((v.created_at + interval '1 microsecond') AT TIME ZONE 'UTC')::text, 2, 23) || 'Z'
    ), 'finished',
    CASE
      WHEN v.state <> 'running' THEN (
        substr(to_json((max(e.settled_at) + interval '1 microsecond') AT TIME ZONE 'UTC')::text, 2, 23) || 'Z'
      )
    END
  )::text
  FROM batch_element e
  WHERE e.batch_id = v.id
) AS row
FROM (
  SELECT b.*,
    CASE
      WHEN EXISTS (
        SELECT
        FROM batch_element e
        WHERE e.batch_id = b.id
          AND e.state = 'pending'
      ) THEN 'running'
      WHEN b.cancelled_at IS NULL THEN 'done'
      ELSE 'cancelled'
    END AS state
  FROM batch b
) v
WHERE v.company_id = $1
  AND v.production = $2
  AND v.id = $3
