/* find_untaken */
SELECT company_id AS "companyId", production
FROM issuer_request
WHERE id = $1::uuid
  AND claimed_at IS NULL
  AND expires_at > now()
