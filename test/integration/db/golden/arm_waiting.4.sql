SELECT DISTINCT e.company_id AS id
FROM batch_element e
WHERE e.issuance_id IS NULL
  AND e.attempt IS NOT NULL
