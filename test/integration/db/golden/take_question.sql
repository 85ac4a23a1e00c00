/* take_question */
UPDATE issuer_request
SET claimed_at = now()
WHERE id = $1::uuid
  AND claimed_at IS NULL
  AND expires_at > now()
RETURNING id::text, company_id AS "companyId", production, request AS ask, request_id AS "requestId"
