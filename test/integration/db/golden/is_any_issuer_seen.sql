SELECT 1
FROM public.issuer_hearing
WHERE production = $1
  AND seen_at BETWEEN now() - $2 * interval '1 second' AND now() + interval '1 second'
LIMIT 1
