SELECT
FROM issuance i
WHERE i.id = $1
  AND public.same_part(i.company_id, $2::int)
  AND i.revision = $3
  AND i.state = $4::issuance_state
  AND i.number IS NOT DISTINCT FROM $5::int
FOR UPDATE
