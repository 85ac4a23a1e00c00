/* exchange_hearings */
WITH own AS (
  SELECT *
  FROM json_to_recordset($1::json) AS own(production boolean, "answeredAgoMs" float8, "failingAgoMs" float8, about jsonb)
),
written AS (
  INSERT INTO issuer_reachability AS h (issuer, production, last_heartbeat_at, answered_at, failing_since, about)
  SELECT $2::uuid, production, now(), now() - "answeredAgoMs" * interval '1 millisecond',
    now() - "failingAgoMs" * interval '1 millisecond', about
  FROM own ON CONFLICT (issuer, production) DO UPDATE
  SET last_heartbeat_at = excluded.last_heartbeat_at, answered_at = excluded.answered_at,
    failing_since = excluded.failing_since, about = excluded.about
),
forgotten AS (
  DELETE FROM issuer_reachability h
  USING own
  WHERE h.issuer <> $3::uuid
    AND h.production = own.production
    AND (
      h.last_heartbeat_at < now() - interval '1 hour'
      OR h.last_heartbeat_at > now() + interval '1 minute'
    )
)
SELECT h.production, (extract(epoch FROM now() - h.answered_at) * 1000)::float8 AS "answeredAgoMs",
  (extract(epoch FROM now() - h.failing_since) * 1000)::float8 AS "failingAgoMs", h.about
FROM issuer_reachability h
WHERE h.issuer <> $4::uuid
  AND h.last_heartbeat_at BETWEEN now() - $5 * interval '1 second' AND now() + interval '1 second'
