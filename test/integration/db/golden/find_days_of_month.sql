SELECT v.date, v."isCredit", count(*)::int AS vouchers, sum(round(v.total * v.quotation, 2))::text AS total,
  (count(*) FILTER (WHERE v.kept > 0))::int AS kept,
  coalesce(sum(round(v.kept * v.quotation, 2)) FILTER (WHERE v.kept > 0), 0)::text AS "keptTotal"
FROM (
  SELECT v.voucher_date AS date, v.voucher_type = ANY($1::int[]) AS "isCredit", v.total_amount AS total,
    CASE WHEN v.currency = 'PES' THEN 1 ELSE v.currency_quotation END AS quotation,
    v.total_amount - coalesce(c.credited, 0) AS kept
  FROM voucher v
  LEFT JOIN (
    SELECT l.pos_number, l.voucher_type, l.voucher_number, n.currency, sum(n.total_amount) AS credited
    FROM voucher_note l
    JOIN voucher n
      ON n.id = l.note_id
    WHERE l.company_id = $2
      AND l.production = $3
      AND n.company_id = $4
      AND n.production = $5
      AND n.voucher_date >= $6
      AND n.voucher_type = ANY($7::int[])
    GROUP BY 1, 2, 3, 4
  ) c
  USING (pos_number, voucher_type, voucher_number, currency)
  WHERE v.company_id = $8
    AND v.production = $9
    AND (v.voucher_date BETWEEN $10 AND $11 OR v.voucher_date BETWEEN $12 AND $13)
) v
GROUP BY 1, 2
