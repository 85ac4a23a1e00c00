WITH over AS (
  UPDATE batch
  SET cancelled_at = now()
  WHERE id = $1
    AND cancelled_at IS NULL
    AND EXISTS (
      SELECT
      FROM batch_element
      WHERE batch_id = $2
        AND state = 'pending'
    )
),
unarmed AS (
  UPDATE batch_element e
  SET state = 'failed', attempt = CASE WHEN e.issuance_id IS NULL THEN e.attempt END, settled_at = now(),
    outcome = CASE WHEN u.lost THEN $3::jsonb ELSE $4::jsonb END
  FROM (
    SELECT e.batch_id, e.index,
      (
        coalesce(b.incarnation <> (SELECT public.current_incarnation()), false)
        OR EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)
      ) AS lost
    FROM batch b
    JOIN batch_element e
      ON e.batch_id = b.id
    WHERE b.id = $5
      AND e.state = 'pending'
      AND e.revision IS NULL
    FOR UPDATE OF e SKIP LOCKED
  ) u
  WHERE e.batch_id = u.batch_id
    AND e.index = u.index
)
UPDATE issuance i
SET state = CASE
  WHEN (
    (
      coalesce(i.incarnation <> (SELECT public.current_incarnation()), false)
      OR (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
    )
    OR EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)
  ) THEN 'failed'
  ELSE $6::issuance_state
END,
  outcome = CASE
    WHEN (
      (
        coalesce(i.incarnation <> (SELECT public.current_incarnation()), false)
        OR (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
      )
      OR EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)
    ) THEN $7::jsonb
    ELSE $8::jsonb
  END, settled_at = now()
FROM batch b
JOIN batch_element e
  ON e.batch_id = b.id
WHERE b.id = $9
  AND e.state = 'pending'
  AND i.id = e.issuance_id
  AND i.revision = e.revision
  AND i.state = 'queued'
RETURNING i.id
