/* find_untaken */
SELECT company_id AS "companyId", production
FROM authority_question
WHERE id = $1::uuid
  AND taken_at IS NULL
  AND wanted_until > now()
