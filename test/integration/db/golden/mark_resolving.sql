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
SET doubt = 'resolving',
  lookups = jsonb_path_query_array(
    coalesce(i.lookups, '[]') || jsonb_build_object('at', (extract(epoch FROM clock_timestamp()) * 1000)::bigint, 'questions', $4::int),
    '$[last - 14 to last]'
  )
FROM seq
WHERE i.id = $5
  AND i.revision = $6
  AND i.number = $7
  AND i.state = 'submitted'
RETURNING 1
