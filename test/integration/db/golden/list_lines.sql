SELECT DISTINCT i.company_id AS "companyId", i.production, i.pos_number AS "posNumber", i.voucher_type AS "voucherType"
FROM json_to_recordset($1::json) AS t("companyId" int, production boolean)
JOIN issuance i
  ON i.company_id = t."companyId"
  AND i.production = t.production
  AND i.state = 'queued'
LIMIT $2
