SELECT s.company_id AS "companyId", s.until::text AS until
FROM subscription s
JOIN company c
  ON c.id = s.company_id
WHERE (
  c.account_email IS NOT NULL
  OR EXISTS (
    SELECT
    FROM webhook h
    WHERE h.company_id = c.id
      AND h.enabled
  )
)
  AND s.until BETWEEN current_date - 1 AND current_date + 8
