WITH b AS MATERIALIZED (
  SELECT active_since
  FROM contingency c
  WHERE c.company_id = $1
    AND c.production = $2
  FOR UPDATE
)
INSERT INTO contingency AS c (company_id, production, active_since, is_manual, reason)
-- The count makes PostgreSQL lock the row before it changes.
SELECT $3::int, $4::boolean, now(), true, $5
FROM (SELECT count(*) FROM b) AS locked ON CONFLICT (company_id, production) DO UPDATE
SET active_since = coalesce(c.active_since, now()), is_manual = true, reason = coalesce(excluded.reason, c.reason),
  silence = CASE WHEN excluded.reason IS NULL AND c.active_since IS NOT NULL THEN c.silence END, ready_at = NULL,
  trial_id = NULL, refused = 0
RETURNING (extract(epoch FROM c.active_since) * 1000)::float8 AS "sinceMs",
  coalesce(to_jsonb(c.reason), c.silence) AS reason,
  NOT EXISTS (SELECT FROM b WHERE b.active_since IS NOT NULL) AS "isNew"
