/* find_session */
SELECT s.id, s.person_id AS "personId", p.email, p.name, s.created_at AS "createdAt",
  s.last_used_at < now() - interval '1 minute' AS "isStale"
FROM public.person_session s
JOIN public.person p
  ON p.id = s.person_id
WHERE s.token_hash = $1
  AND s.last_used_at > now() - make_interval(hours => $2::int)
