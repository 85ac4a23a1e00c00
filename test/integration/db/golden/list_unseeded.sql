/* list_unseeded */
SELECT p.company_id AS "companyId", p.production, p.number AS "posNumber", o.tax_type AS "taxType",
  ARRAY(
    SELECT s.voucher_type
    FROM sequence s
    WHERE s.company_id = p.company_id
      AND s.production = p.production
      AND s.pos_number = p.number
      AND s.last_number IS NOT NULL
      AND (
        s.last_number = 0
        OR s.last_date IS NOT NULL
        OR coalesce(
          (
            SELECT v.voucher_number
            FROM voucher v
            WHERE v.company_id = s.company_id
              AND v.production = s.production
              AND v.pos_number = s.pos_number
              AND v.voucher_type = s.voucher_type
            ORDER BY v.voucher_number DESC
            LIMIT 1
          ) >= s.last_number, false
        )
      )
  ) AS seeded
FROM point_of_sale p
JOIN company o
  ON o.id = p.company_id
WHERE p.production = $1
  AND p.enabled
  AND p.authorized_by = 'CAEA'
  AND EXISTS (
    SELECT
    FROM certificate_in_force t
    WHERE t.company_id = p.company_id
      AND t.production = p.production
      AND t.expires_at > now()
  )
ORDER BY p.company_id, p.number
