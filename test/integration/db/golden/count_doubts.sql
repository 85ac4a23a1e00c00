SELECT count(*)::int AS count
FROM issuance i
WHERE i.company_id = $1
  AND i.production = $2
  AND i.state = 'submitted'
  AND i.doubt IS NOT NULL
