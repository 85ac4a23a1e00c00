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
  END, measured_at = least(i.measured_at, to_timestamp($5::float8 / 1000)), all_refused = $6, operator_reason = $7,
  lookups = jsonb_path_query_array(
    CASE
      WHEN i.lookups -> -1 -> 'questions' = '0' THEN i.lookups - -1
      ELSE coalesce(i.lookups, '[]')
    END || jsonb_build_object('at', (extract(epoch FROM clock_timestamp()) * 1000)::bigint, 'questions', $8::int),
    '$[last - 14 to last]'
  ),
  refusal = jsonb_build_object(
    'at', clock_timestamp(), 'reasons', coalesce(i.refusal -> 'reasons', $9::jsonb), 'sends',
    coalesce((i.refusal ->> 'sends')::int, 0), 'quietMs',
    coalesce(
      (i.refusal ->> 'quietMs')::float8 + greatest(
        0, least(
          $10, (extract(epoch FROM clock_timestamp() - (i.refusal ->> 'at')::timestamptz) * 1000)::float8
        )
      ), 0
    )
  ), problem = $11::jsonb
FROM seq
WHERE i.id = $12
  AND i.revision = $13
  AND i.number = $14
  AND i.state = 'submitted'
RETURNING 1
