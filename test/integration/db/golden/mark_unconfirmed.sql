WITH seq AS MATERIALIZED (
  SELECT id, last_number
  FROM sequence
  WHERE id = $1
    AND epoch = $2
    AND token = $3::bigint
    AND timeline = (SELECT public.database_timeline())
  FOR UPDATE
)
UPDATE issuance i
SET doubt = 'unconfirmed',
  heard_at = CASE
    WHEN i.heard_at IS NOT NULL THEN least(i.heard_at, to_timestamp($4::float8 / 1000))
  END, measured_at = least(i.measured_at, to_timestamp($5::float8 / 1000))
FROM seq
WHERE i.id = $6
  AND i.revision = $7
  AND i.number = $8
  AND i.state = 'submitted'
RETURNING 1
