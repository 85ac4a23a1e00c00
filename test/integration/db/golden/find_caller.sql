/* find_caller */
SELECT k.id AS "apiKeyId", NULL AS "userEmail", k.scopes, k.production, c.id AS "companyId", c.code AS "companyCode",
  c.tax_type AS "taxType", c.vat_rounding AS "vatRounding"
FROM public.api_key k
JOIN public.company c
  ON c.id = k.company_id
WHERE k.hash = $1
  AND k.revoked_at IS NULL
  AND (k.expires_at IS NULL OR k.expires_at > now())
