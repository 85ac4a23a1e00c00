/* issuance_states */
SELECT found.*
FROM unnest((SELECT $1::bigint[])) AS wanted(id)
CROSS JOIN LATERAL (
  SELECT i.id, i.revision, (extract(epoch FROM i.enqueued_at) * 1000)::float8 AS "recordedAtMs", i.state::text, i.doubt
  FROM public.issuance i
  WHERE i.id = wanted.id
  LIMIT 1
) found
