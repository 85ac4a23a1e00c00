UPDATE certificate
SET sealed_key = $1
WHERE id = $2
  AND company_id IS NOT DISTINCT FROM $3::int
  AND production = $4
