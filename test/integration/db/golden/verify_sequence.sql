UPDATE sequence s
SET epoch = s.epoch + 1, unverified = false, incarnation = (SELECT public.current_incarnation()),
  last_number = greatest(s.last_number, $1), last_date = greatest(s.last_date, $2),
  missing_from = CASE
    WHEN (
      SELECT count(*)
      FROM voucher v
      WHERE v.company_id = s.company_id
        AND v.production = s.production
        AND v.pos_number = s.pos_number
        AND v.voucher_type = s.voucher_type
        AND v.voucher_number > s.last_number
        AND v.voucher_number <= $3
    ) < $4 - s.last_number THEN least(s.missing_from, s.last_number + 1)
    ELSE s.missing_from
  END,
  missing_to = CASE
    WHEN (
      SELECT count(*)
      FROM voucher v
      WHERE v.company_id = s.company_id
        AND v.production = s.production
        AND v.pos_number = s.pos_number
        AND v.voucher_type = s.voucher_type
        AND v.voucher_number > s.last_number
        AND v.voucher_number <= $5
    ) < $6 - s.last_number THEN $7
    ELSE s.missing_to
  END,
  missing_at = CASE
    WHEN (
      SELECT count(*)
      FROM voucher v
      WHERE v.company_id = s.company_id
        AND v.production = s.production
        AND v.pos_number = s.pos_number
        AND v.voucher_type = s.voucher_type
        AND v.voucher_number > s.last_number
        AND v.voucher_number <= $8
    ) < $9 - s.last_number THEN now()
    ELSE s.missing_at
  END,
  without_missing = CASE
    WHEN (
      SELECT count(*)
      FROM voucher v
      WHERE v.company_id = s.company_id
        AND v.production = s.production
        AND v.pos_number = s.pos_number
        AND v.voucher_type = s.voucher_type
        AND v.voucher_number > s.last_number
        AND v.voucher_number <= $10
    ) < $11 - s.last_number THEN '{}'
    ELSE s.without_missing
  END
WHERE s.company_id = $12
  AND s.production = $13
  AND s.last_number IS NOT NULL
  AND EXISTS (
    SELECT
    FROM point_of_sale p
    WHERE p.company_id = s.company_id
      AND p.production = s.production
      AND p.number = s.pos_number
      AND p.authorized_by = 'CAEA'
  )
  AND s.pos_number = $14
  AND s.voucher_type = $15
  AND greatest(
    s.last_number,
    (
      SELECT v.voucher_number
      FROM voucher v
      WHERE v.company_id = s.company_id
        AND v.production = s.production
        AND v.pos_number = s.pos_number
        AND v.voucher_type = s.voucher_type
      ORDER BY v.voucher_number DESC
      LIMIT 1
    )
  ) = $16
  AND (SELECT public.current_incarnation()) <> 0
