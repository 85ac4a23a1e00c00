INSERT INTO caea_unused AS u (caea_id, company_id, production, pos_number, asked_at)
SELECT a.id, a.company_id, a.production, $1::int, now()
FROM caea a
WHERE a.id = $2
  AND NOT (
    EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)
    OR EXISTS (
      SELECT
      FROM caea_report r
      WHERE r.caea_id = a.id
        AND r.pos_number = $3::int
    )
    OR EXISTS (
      SELECT
      FROM sequence s
      WHERE s.company_id = a.company_id
        AND s.production = a.production
        AND s.pos_number = $4::int
        AND (
          s.last_date BETWEEN a.valid_from AND a.valid_to
          AND NOT coalesce(
            s.last_number BETWEEN s.missing_from AND s.missing_to
            AND (a.period || '-' || a.fortnight) = ANY (s.without_missing), false
          )
          OR s.last_number IS NOT NULL
          AND NOT public.is_verified(s)
          OR (
            (
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
            AND (a.period || '-' || a.fortnight) <> ALL (s.without_missing)
          )
        )
    )
    OR EXISTS (
      SELECT
      FROM voucher v
      WHERE v.company_id = a.company_id
        AND v.production = a.production
        AND v.pos_number = $5::int
        AND v.caea
        AND v.cae = a.code
    )
  )
  AND a.valid_to < to_char(clock_timestamp() AT TIME ZONE 'America/Argentina/Buenos_Aires', 'YYYYMMDD')
  ON CONFLICT (caea_id, pos_number) DO UPDATE
SET asked_at = now()
WHERE u.informed_at IS NULL
  AND coalesce(
    u.asked_at <= now() - interval '1 second' * CASE
      WHEN (
        u.asked_at IS NOT NULL
        AND coalesce(u.problem ->> 'code', 'TAXAUTH_CONNECTION_ERROR') = 'TAXAUTH_CONNECTION_ERROR'
      ) THEN $6::int
      ELSE $7::int
    END
    OR u.asked_at > now() + interval '1 second', true
  )
