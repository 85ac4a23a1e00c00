UPDATE ticket
SET failure = $1::jsonb
WHERE certificate_id = $2
  AND service = $3
