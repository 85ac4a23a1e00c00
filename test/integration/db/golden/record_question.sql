/* record_question */
INSERT INTO issuer_request (id, company_id, production, request, request_id, expires_at, name)
SELECT $1::uuid, $2::int, $3::boolean, $4::json, $5, now() + $6 * interval '1 millisecond', $7
WHERE (
  SELECT count(*)
  FROM issuer_request q
  WHERE q.company_id = $8
    AND q.production = $9
    AND q.answered_at IS NULL
    AND q.expires_at > now()
) < $10
