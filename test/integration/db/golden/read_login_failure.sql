SELECT failure
FROM ticket
WHERE certificate_id = $1
  AND service = $2
