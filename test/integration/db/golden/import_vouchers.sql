SELECT
FROM sequence s
WHERE s.company_id = $1
  AND s.production = $2
  AND s.voucher_type = $3
  AND (
    s.pos_number = $4
    OR EXISTS (
      SELECT
      FROM point_of_sale p
      WHERE p.company_id = $5
        AND p.production = $6
        AND p.number = $7
        AND p.authorized_by = 'CAEA'
    )
  )
ORDER BY s.id
FOR UPDATE
