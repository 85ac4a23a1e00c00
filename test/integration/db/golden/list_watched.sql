/* list_watched */
SELECT c.company_id AS "companyId", c.production, (extract(epoch FROM c.silent_since) * 1000)::float8 AS "silentSinceMs",
  CASE WHEN c.issuing_failed THEN (extract(epoch FROM c.issuing_since) * 1000)::float8 END AS "issuingSinceMs",
  (extract(epoch FROM c.active_since) * 1000)::float8 AS "activeSinceMs", c.by_hand AS "byHand",
  CASE
    WHEN c.ready_at IS NOT NULL THEN (extract(epoch FROM c.ready_since) * 1000)::float8
  END AS "readySinceMs", c.refused, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"
FROM contingency c
WHERE c.active_since IS NOT NULL
  OR c.silent_since IS NOT NULL
  OR c.issuing_failed
