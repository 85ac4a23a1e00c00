SELECT coalesce(sum(v.income) FILTER (WHERE v.date >= $1), 0)::numeric(17, 2)::text AS rolling,
  coalesce(sum(v.income) FILTER (WHERE v.date >= $2), 0)::numeric(17, 2)::text AS next
FROM (
  SELECT v.voucher_date AS date,
    CASE WHEN v.voucher_type = ANY($3::int[]) THEN -1 ELSE 1 END * round(
      (v.net_amount + v.exempt_amount + v.not_taxable_amount) * CASE v.currency WHEN 'PES' THEN 1 ELSE v.currency_quotation END,
      2
    ) AS income
  FROM voucher v
  WHERE v.company_id = $4
    AND v.production = $5
    AND v.voucher_type = ANY($6::int[])
    AND v.voucher_date BETWEEN $7 AND $8
) v
