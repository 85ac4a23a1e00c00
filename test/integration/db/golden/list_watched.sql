/* list_watched */
SELECT c.company_id AS "companyId", c.production, (extract(epoch FROM c.outage_since) * 1000)::float8 AS "silentSinceMs",
  CASE WHEN c.cae_failing THEN (extract(epoch FROM c.cae_outage_since) * 1000)::float8 END AS "issuingSinceMs",
  (extract(epoch FROM c.active_since) * 1000)::float8 AS "activeSinceMs", c.is_manual AS "byHand",
  CASE
    WHEN c.ready_at IS NOT NULL THEN (extract(epoch FROM c.ready_since) * 1000)::float8
  END AS "readySinceMs", c.refused, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"
FROM contingency c
WHERE c.active_since IS NOT NULL
  OR c.outage_since IS NOT NULL
  OR c.cae_failing
