SELECT
FROM issuance i
WHERE i.id = $1
  AND i.revision = $2
  AND i.state = $3::issuance_state
  AND i.number IS NOT DISTINCT FROM $4::int
FOR UPDATE
