SELECT count(*)::int AS endpoints, count(w.failing_since)::int AS failing,
  coalesce(
    max(greatest(0, extract(epoch FROM now() - d.due_at))) FILTER (WHERE w.failing_since IS NULL), 0
  )::float8 AS "oldestSeconds"
FROM public.webhook w
LEFT JOIN LATERAL (
  SELECT min(d.due_at) AS due_at
  FROM public.webhook_delivery d
  WHERE d.webhook_id = w.id
    AND d.state = 'pending'
    AND d.created_at + $1 * interval '1 day' >= now()
) d
  ON true
WHERE w.enabled
  AND w.listening_until IS NULL
