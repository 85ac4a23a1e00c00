SELECT 1
FROM public.issuer_reachability
WHERE production = $1
  AND last_heartbeat_at BETWEEN now() - $2 * interval '1 second' AND now() + interval '1 second'
LIMIT 1
