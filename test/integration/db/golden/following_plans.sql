SELECT s.company_id AS "companyId", n.code, n.title AS name, n.price::text AS price, n.months,
  p.next_from::text AS "from"
FROM subscription s
JOIN company c
  ON c.id = s.company_id
JOIN plan p
  ON p.id = s.paid_plan_id
JOIN plan n
  ON n.id = p.next_id
WHERE (
  c.account_email IS NOT NULL
  OR EXISTS (
    SELECT
    FROM webhook h
    WHERE h.company_id = c.id
      AND h.enabled
  )
)
  AND p.next_from BETWEEN current_date - 1 AND current_date + 31
