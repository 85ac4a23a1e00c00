SELECT c.code, i.production, count(*)::int AS issuances
FROM issuance i
JOIN company c
  ON c.id = i.company_id
WHERE i.state = 'submitted'
  AND i.doubt IS NOT NULL
  AND i.operator_reason IS NOT NULL
GROUP BY c.code, i.production
ORDER BY c.code, i.production
