WITH unarmed AS (
  UPDATE batch_element e
  SET state = 'failed', attempt = CASE WHEN e.issuance_id IS NULL THEN e.attempt END, settled_at = now(),
    outcome = CASE WHEN u.lost THEN $1::jsonb ELSE $2::jsonb END
  FROM (
    SELECT e.batch_id, e.index,
      (
        coalesce(b.incarnation <> (SELECT public.current_incarnation()), false)
        OR EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)
      ) AS lost
    FROM batch b
    JOIN batch_element e
      ON e.batch_id = b.id
    WHERE b.finished_at IS NULL
      AND b.cancelled_at IS NOT NULL
      AND e.state = 'pending'
      AND e.revision IS NULL
    FOR UPDATE OF e SKIP LOCKED
  ) u
  WHERE e.batch_id = u.batch_id
    AND e.index = u.index
),
held AS MATERIALIZED (
  SELECT i.id, i.batched
  FROM batch b
  JOIN batch_element e
    ON e.batch_id = b.id
  JOIN issuance i
    ON i.id = e.issuance_id
    AND i.revision = e.revision
  WHERE b.finished_at IS NULL
    AND b.cancelled_at IS NOT NULL
    AND e.state = 'pending'
    AND i.state = 'queued'
  FOR NO KEY UPDATE OF i SKIP LOCKED
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
  ELSE $3::issuance_state
END,
  outcome = CASE
    WHEN (
      (
        coalesce(i.incarnation <> (SELECT public.current_incarnation()), false)
        OR (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
      )
      OR EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)
    ) THEN $4::jsonb
    ELSE $5::jsonb
  END, settled_at = now()
WHERE i.id = ANY (
  ARRAY(
    SELECT h.id
    FROM held h
    WHERE NOT h.batched
      OR (
        SELECT count(*)
        FROM (
          SELECT
          FROM batch_element e
          WHERE e.issuance_id = h.id
            AND e.state = 'pending'
          FOR NO KEY UPDATE SKIP LOCKED
        ) locked
      ) = (
        SELECT count(*)
        FROM batch_element e
        WHERE e.issuance_id = h.id
          AND e.state = 'pending'
      )
  )
)
  AND i.state = 'queued'
