/* find_print */
SELECT id, voucher_type AS "voucherType", pos_number AS "posNumber", voucher_number AS "voucherNumber", source,
  has_pdf AS "hasPdf",
  coalesce(
    (
      SELECT CASE WHEN p.layout = 'a4' THEN coalesce(f.layout, 'a4') ELSE p.layout END
      FROM point_of_sale p
      LEFT JOIN LATERAL (
        SELECT *
        FROM point_of_sale f
        WHERE f.company_id = p.company_id
          AND f.production = p.production
          AND f.contingency_pos = p.number
        ORDER BY f.number
        LIMIT 1
      ) f
        ON true
      WHERE p.company_id = v.company_id
        AND p.production = v.production
        AND p.number = v.pos_number
    ), 'a4'
  ) AS layout
FROM voucher v
WHERE v.company_id = $1
  AND v.production = $2
  AND id = $3
