UPDATE batch b
SET finished_at = (SELECT max(settled_at) FROM batch_element e WHERE e.batch_id = b.id)
WHERE b.id = ANY (
  ARRAY(
    SELECT b.id
    FROM batch b
    WHERE b.finished_at IS NULL
      AND NOT EXISTS (
        SELECT
        FROM batch_element e
        WHERE e.batch_id = b.id
          AND e.state = 'pending'
      )
    FOR NO KEY UPDATE SKIP LOCKED
  )
)
  AND b.finished_at IS NULL
  AND NOT EXISTS (
    SELECT
    FROM batch_element e
    WHERE e.batch_id = b.id
      AND e.state = 'pending'
  )
