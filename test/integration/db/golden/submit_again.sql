/* submit_again */
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
SET ticket_lists_company = i.ticket_lists_company OR $4,
  authority_time = CASE
    WHEN i.authority_time IS NOT NULL THEN least(i.authority_time, to_timestamp($5::float8 / 1000))
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
