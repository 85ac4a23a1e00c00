/* submit_again */
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
SET listed = i.listed OR $4,
  heard_at = CASE
    WHEN i.heard_at IS NOT NULL THEN least(i.heard_at, to_timestamp($5::float8 / 1000))
  END, measured_at = least(i.measured_at, to_timestamp($6::float8 / 1000)),
  refusal = i.refusal || jsonb_build_object(
    'at', clock_timestamp(), 'quietMs', 0, 'sends', coalesce((i.refusal ->> 'sends')::int, 0) + 1
  )
FROM seq
WHERE i.id = $7
  AND i.revision = $8
  AND i.number = $9
  AND i.state = 'submitted'
RETURNING 1
