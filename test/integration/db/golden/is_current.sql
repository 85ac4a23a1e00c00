/* is_current */
SELECT 1
FROM sequence
WHERE id = $1
  AND epoch = $2
  AND token = $3::bigint
  AND incarnation = (SELECT public.current_incarnation())
