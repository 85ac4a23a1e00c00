SELECT s.anchor::text, s.until::text, p.monthly_vouchers AS "monthlyVouchers"
FROM subscription s
JOIN plan p
  ON p.id = s.plan_id
WHERE s.company_id = $1
