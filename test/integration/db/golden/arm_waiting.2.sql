UPDATE batch_element e
SET state = 'failed', attempt = NULL, settled_at = now(), outcome = $1::jsonb
FROM (
  SELECT e.batch_id, e.index
  FROM batch b
  JOIN batch_element e
    ON e.batch_id = b.id
  WHERE b.finished_at IS NULL
    AND (
      b.created_at <= now() - $2 * interval '1 hour'
      OR coalesce(b.incarnation <> (SELECT public.current_incarnation()), false)
    )
    AND e.state = 'pending'
    AND e.revision IS NULL
    AND e.issuance_id IS NOT NULL
  LIMIT $3
  FOR UPDATE OF e SKIP LOCKED
) late
WHERE e.batch_id = late.batch_id
  AND e.index = late.index
