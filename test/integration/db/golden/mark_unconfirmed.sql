WITH seq AS MATERIALIZED (
  SELECT id, last_number
  FROM sequence
  WHERE id = $1
    AND epoch = $2
    AND token = $3::bigint
    AND incarnation = (SELECT public.current_incarnation())
  FOR UPDATE
)
UPDATE issuance i
SET doubt = 'unconfirmed',
  authority_time = CASE
    WHEN i.authority_time IS NOT NULL THEN least(i.authority_time, to_timestamp($4::float8 / 1000))
  END, measured_at = least(i.measured_at, to_timestamp($5::float8 / 1000))
FROM seq
WHERE i.id = $6
  AND i.revision = $7
  AND i.number = $8
  AND i.state = 'submitted'
RETURNING 1
