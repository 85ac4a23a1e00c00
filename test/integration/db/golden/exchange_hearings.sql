/* exchange_hearings */
WITH own AS (
  SELECT *
  FROM json_to_recordset($1::json) AS own(production boolean, "answeredAgoMs" float8, "failingAgoMs" float8, about jsonb)
),
written AS (
  INSERT INTO issuer_hearing AS h (issuer, production, seen_at, answered_at, failing_since, about)
  SELECT $2::uuid, production, now(), now() - "answeredAgoMs" * interval '1 millisecond',
    now() - "failingAgoMs" * interval '1 millisecond', about
  FROM own ON CONFLICT (issuer, production) DO UPDATE
  SET seen_at = excluded.seen_at, answered_at = excluded.answered_at, failing_since = excluded.failing_since,
    about = excluded.about
),
forgotten AS (
  DELETE FROM issuer_hearing h
  USING own
  WHERE h.issuer <> $3::uuid
    AND h.production = own.production
    AND (h.seen_at < now() - interval '1 hour' OR h.seen_at > now() + interval '1 minute')
)
SELECT h.production, (extract(epoch FROM now() - h.answered_at) * 1000)::float8 AS "answeredAgoMs",
  (extract(epoch FROM now() - h.failing_since) * 1000)::float8 AS "failingAgoMs", h.about
FROM issuer_hearing h
WHERE h.issuer <> $4::uuid
  AND h.seen_at BETWEEN now() - $5 * interval '1 second' AND now() + interval '1 second'
