SELECT count(*)::int AS count
FROM voucher v
WHERE v.company_id = $1
  AND v.production = $2
  AND v.voucher_date BETWEEN $3 AND $4
