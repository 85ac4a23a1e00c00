UPDATE ticket
SET sealed = $1
WHERE certificate_id = $2
  AND service = $3
