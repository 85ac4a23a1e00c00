/* list_due_unused */
SELECT "companyId", production, company, "caeaId", code, "posNumber", "isUnanswered"
FROM (
  SELECT a.company_id AS "companyId", a.production, o.code AS company, a.id AS "caeaId", a.code, p.number AS "posNumber",
    (
      u.asked_at IS NOT NULL
      AND coalesce(u.problem ->> 'code', 'TAXAUTH_CONNECTION_ERROR') = 'TAXAUTH_CONNECTION_ERROR'
    ) AS "isUnanswered", row_number() OVER (PARTITION BY a.company_id ORDER BY a.report_by, a.id, p.number) AS turn
  FROM caea a
  JOIN company o
    ON o.id = a.company_id
  JOIN point_of_sale p
    ON p.company_id = a.company_id
    AND p.production = a.production
    AND p.authorized_by = 'CAEA'
    AND (
      p.enabled
      OR to_char(p.disabled_at AT TIME ZONE 'America/Argentina/Buenos_Aires', 'YYYYMMDD') >= a.valid_from
    )
  LEFT JOIN caea_unused u
    ON u.caea_id = a.id
    AND u.pos_number = p.number
  WHERE a.production = $1
    AND a.code IS NOT NULL
    AND a.valid_to < $2
    AND a.valid_to >= $3
    AND u.informed_at IS NULL
    AND coalesce(
      u.asked_at <= now() - interval '1 second' * CASE
        WHEN (
          u.asked_at IS NOT NULL
          AND coalesce(u.problem ->> 'code', 'TAXAUTH_CONNECTION_ERROR') = 'TAXAUTH_CONNECTION_ERROR'
        ) THEN $4::int
        ELSE $5::int
      END
      OR u.asked_at > now() + interval '1 second', true
    )
    AND EXISTS (
      SELECT
      FROM certificate_in_force t
      WHERE t.company_id = a.company_id
        AND t.production = a.production
        AND t.expires_at > now()
    )
    AND NOT (
      EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)
      OR EXISTS (
        SELECT
        FROM caea_report r
        WHERE r.caea_id = a.id
          AND r.pos_number = p.number
      )
      OR EXISTS (
        SELECT
        FROM sequence s
        WHERE s.company_id = a.company_id
          AND s.production = a.production
          AND s.pos_number = p.number
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
          AND v.pos_number = p.number
          AND v.caea
          AND v.cae = a.code
      )
    )
) due
ORDER BY turn, "companyId"
LIMIT $6
