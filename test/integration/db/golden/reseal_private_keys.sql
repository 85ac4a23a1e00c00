SELECT id, company_id AS "companyId", production, sealed_key AS "sealedKey"
FROM certificate
ORDER BY id
