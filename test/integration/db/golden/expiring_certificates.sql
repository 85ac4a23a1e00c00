SELECT t.id, t.company_id AS "companyId", t.alias, t.production,
  (extract(epoch FROM t.expires_at) * 1000)::float8 AS "expiresAtMs"
FROM certificate t
JOIN company c
  ON c.id = t.company_id
WHERE (
  c.account_email IS NOT NULL
  OR EXISTS (
    SELECT
    FROM webhook h
    WHERE h.company_id = c.id
      AND h.enabled
  )
)
  AND t.active
  AND c.certificate_mode = 'own'
  AND t.expires_at BETWEEN now() AND now() + interval '31 days'
