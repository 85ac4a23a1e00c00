SELECT DISTINCT f.number
FROM freed_number f
WHERE f.issuance_id = $1
  AND f.sequence_id = $2
  AND public.is_in_doubt(f)
ORDER BY f.number
