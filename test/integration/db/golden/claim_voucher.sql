SELECT
FROM sequence
WHERE id = $1
  AND epoch = $2
  AND token = $3::bigint
  AND timeline = (SELECT public.database_timeline())
FOR UPDATE
