SELECT s.pos_number AS "posNumber", s.voucher_type AS "voucherType", (a.period || '-' || a.fortnight) AS fortnight,
  (a.period || '-' || a.fortnight) = ANY (s.without_missing) AS "isUnused"
FROM sequence s
JOIN caea a
  ON a.company_id = s.company_id
  AND a.production = s.production
  AND a.code IS NOT NULL
WHERE s.company_id = $1
  AND s.production = $2
  AND (
    s.missing_at IS NOT NULL
    AND a.valid_from <= to_char(s.missing_at AT TIME ZONE 'America/Argentina/Buenos_Aires', 'YYYYMMDD')
    AND a.valid_to >= coalesce(
      (
        SELECT v.voucher_date
        FROM voucher v
        WHERE v.company_id = s.company_id
          AND v.production = s.production
          AND v.pos_number = s.pos_number
          AND v.voucher_type = s.voucher_type
          AND v.voucher_number < s.missing_from
        ORDER BY v.voucher_number DESC
        LIMIT 1
      ), ''
    )
    AND (
      SELECT count(*)
      FROM voucher v
      WHERE v.company_id = s.company_id
        AND v.production = s.production
        AND v.pos_number = s.pos_number
        AND v.voucher_type = s.voucher_type
        AND v.voucher_number BETWEEN s.missing_from AND s.missing_to
    ) <= s.missing_to - s.missing_from
  )
ORDER BY s.pos_number, s.voucher_type, a.valid_from
