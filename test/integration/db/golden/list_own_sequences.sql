SELECT s.pos_number AS "posNumber", s.voucher_type AS "voucherType",
  greatest(
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
  ) AS "lastNumber",
  greatest(
    s.last_date::text,
    (
      SELECT v.voucher_date
      FROM voucher v
      WHERE v.company_id = s.company_id
        AND v.production = s.production
        AND v.pos_number = s.pos_number
        AND v.voucher_type = s.voucher_type
      ORDER BY v.voucher_number DESC
      LIMIT 1
    )::text,
    CASE
      WHEN s.last_number = 0
        AND s.authority_time IS NOT NULL THEN least(
          to_char(s.authority_time AT TIME ZONE 'America/Argentina/Buenos_Aires', 'YYYYMMDD'),
          to_char(now() AT TIME ZONE 'America/Argentina/Buenos_Aires', 'YYYYMMDD')
        )
    END
  ) AS "lastDate",
  coalesce(NOT s.unverified AND s.incarnation = (SELECT public.current_incarnation()), false) AS verified,
  (
    SELECT coalesce(
      jsonb_agg(jsonb_build_object('from', before + 1, 'to', number - 1) ORDER BY number), '[]'
    )
    FROM (
      SELECT voucher_number AS number,
        lag(voucher_number, 1, s.missing_from - 1) OVER (ORDER BY voucher_number) AS before
      FROM (
        SELECT v.voucher_number
        FROM voucher v
        WHERE v.company_id = s.company_id
          AND v.production = s.production
          AND v.pos_number = s.pos_number
          AND v.voucher_type = s.voucher_type
          AND v.voucher_number BETWEEN s.missing_from AND s.missing_to
        UNION ALL
        SELECT s.missing_to + 1
        WHERE s.missing_to IS NOT NULL
      ) v
      UNION ALL
      SELECT v.voucher_number, lag(v.voucher_number, 1, s.last_number) OVER (ORDER BY v.voucher_number)
      FROM voucher v
      WHERE v.company_id = s.company_id
        AND v.production = s.production
        AND v.pos_number = s.pos_number
        AND v.voucher_type = s.voucher_type
        AND v.voucher_number > s.last_number
    ) there
    WHERE number > before + 1
  ) AS holes
FROM sequence s
WHERE s.company_id = $1
  AND s.production = $2
  AND s.last_number IS NOT NULL
  AND EXISTS (
    SELECT
    FROM point_of_sale p
    WHERE p.company_id = s.company_id
      AND p.production = s.production
      AND p.number = s.pos_number
      AND p.authorized_by = 'CAEA'
  )
ORDER BY s.pos_number, s.voucher_type
