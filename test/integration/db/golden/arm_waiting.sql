WITH RECURSIVE party AS (
  (
    SELECT e.company_id, e.production
    FROM batch_element e
    WHERE e.issuance_id IS NULL
      AND e.attempt IS NOT NULL
      AND true
    ORDER BY e.company_id, e.production
    LIMIT 1
  )
  UNION ALL
  SELECT n.*
  FROM party p
  CROSS JOIN LATERAL (
    SELECT e.company_id, e.production
    FROM batch_element e
    WHERE e.issuance_id IS NULL
      AND e.attempt IS NOT NULL
      AND true
      AND (e.company_id, e.production) > (p.company_id, p.production)
    ORDER BY e.company_id, e.production
    LIMIT 1
  ) n
),
turn AS (
  SELECT own.*
  FROM party p
  CROSS JOIN LATERAL (
    SELECT e.batch_id, e.index, row_number() OVER (ORDER BY e.batch_id, e.index) AS place
    FROM batch_element e
    WHERE e.issuance_id IS NULL
      AND e.attempt IS NOT NULL
      AND e.company_id = p.company_id
      AND e.production = p.production
    ORDER BY e.batch_id, e.index
    LIMIT $1
  ) own
  ORDER BY own.place, own.batch_id
  LIMIT $2
),
loose AS MATERIALIZED (
  -- One by one: PostgreSQL would rather read all that is loose.
  SELECT l.*
  FROM turn t
  CROSS JOIN LATERAL (
    SELECT e.*, b.created_at, coalesce(b.incarnation <> (SELECT public.current_incarnation()), false) AS lost
    FROM batch_element e
    JOIN batch b
      ON b.id = e.batch_id
    WHERE e.batch_id = t.batch_id
      AND e.index = t.index
      AND e.issuance_id IS NULL
      AND e.attempt IS NOT NULL
    FOR UPDATE OF e SKIP LOCKED
  ) l
),
key AS MATERIALIZED (
  SELECT l.batch_id, l.index, k.id
  FROM loose l
  CROSS JOIN LATERAL (
    SELECT i.id
    FROM issuance i
    WHERE i.company_id = l.company_id
      AND i.production = l.production
      AND i.idempotency = l.idempotency
      AND (
        i.state IN ('queued', 'submitted')
        OR i.state <> 'approved'
        AND (l.state = 'failed' OR l.lost)
      )
    FOR NO KEY UPDATE SKIP LOCKED
  ) k
),
marked AS (
  UPDATE issuance i
  SET batched = true
  FROM key
  WHERE i.id = key.id
    AND NOT i.batched
)
UPDATE batch_element e
SET issuance_id = key.id, attempt = CASE WHEN e.state = 'pending' THEN e.attempt END
FROM key
WHERE e.batch_id = key.batch_id
  AND e.index = key.index
