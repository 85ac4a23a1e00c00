/* record_question */
INSERT INTO authority_question (id, company_id, production, ask, request_id, wanted_until, name)
SELECT $1::uuid, $2::int, $3::boolean, $4::json, $5, now() + $6 * interval '1 millisecond', $7
WHERE (
  SELECT count(*)
  FROM authority_question q
  WHERE q.company_id = $8
    AND q.production = $9
    AND q.answered_at IS NULL
    AND q.wanted_until > now()
) < $10
