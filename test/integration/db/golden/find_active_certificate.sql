/* find_active_certificate */
SELECT t.id, c.cuit, t.alias, f.operator_cuit AS "operatorCuit", t.certificate, t.expires_at AS "expiresAt",
  t.sealed_key AS "sealedKey"
FROM certificate_in_force f
JOIN certificate t
  ON t.id = f.id
JOIN company c
  ON c.id = f.company_id
WHERE f.company_id = $1
  AND f.production = $2
