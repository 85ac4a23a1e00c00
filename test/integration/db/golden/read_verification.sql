SELECT s.last_number AS "lastNumber", public.is_verified(s) AS "isVerified",
  EXISTS (
    SELECT
    FROM point_of_sale p
    WHERE p.company_id = s.company_id
      AND p.production = s.production
      AND p.number = s.pos_number
      AND p.authorized_by = 'CAEA'
  ) AS "isUnderCaea",
  EXISTS (
    SELECT
    FROM database_incarnation l
    WHERE l.began_at BETWEEN clock_timestamp() - interval '10 minutes' AND clock_timestamp() + interval '10 minutes'
  ) AS "isYoungHistory",
  EXISTS (
    SELECT
    FROM issuance i
    WHERE i.company_id = s.company_id
      AND i.production = s.production
      AND i.pos_number = s.pos_number
      AND i.voucher_type = s.voucher_type
      AND i.state = 'submitted'
  ) AS "isOpen",
  (
    s.missing_to IS NOT NULL
    AND (
      SELECT count(*)
      FROM voucher v
      WHERE v.company_id = s.company_id
        AND v.production = s.production
        AND v.pos_number = s.pos_number
        AND v.voucher_type = s.voucher_type
        AND v.voucher_number BETWEEN s.missing_from AND s.missing_to
    ) <= s.missing_to - s.missing_from
  ) AS "hasMissing"
FROM sequence s
WHERE company_id = $1
  AND production = $2
  AND pos_number = $3
  AND voucher_type = $4
