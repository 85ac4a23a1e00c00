SELECT v.voucher_date AS date, v.voucher_type = ANY($1::int[]) AS "isCredit", count(*)::int AS vouchers,
  sum(
    round(v.total_amount * CASE WHEN v.currency = 'PES' THEN 1 ELSE v.currency_quotation END, 2)
  )::text AS total
FROM voucher v
WHERE v.company_id = $2
  AND v.production = $3
  AND (v.voucher_date BETWEEN $4 AND $5 OR v.voucher_date BETWEEN $6 AND $7)
GROUP BY 1, 2
