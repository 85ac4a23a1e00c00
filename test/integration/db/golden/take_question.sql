/* take_question */
UPDATE authority_question
SET taken_at = now()
WHERE id = $1::uuid
  AND taken_at IS NULL
  AND wanted_until > now()
RETURNING id::text, company_id AS "companyId", production, ask, request_id AS "requestId"
