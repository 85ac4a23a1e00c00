SELECT p.number, p.name, p.printed_name AS "printedName", p.address, p.enabled, p.exclusive,
  p.logo_key IS NOT NULL AS "hasLogo", p.activity, p.sale_condition AS "saleCondition",
  p.authorized_by AS "authorization", p.contingency_pos AS "contingencyPos", p.layout, p.legends,
  p.additional_data_keys AS "additionalDataKeys", p.optionals, p.activities, p.created_at AS "createdAt"
FROM point_of_sale p
WHERE p.company_id = $1
  AND p.production = $2
  AND p.number = $3
