/* list_due_codes */
WITH due AS (
  SELECT p.company_id, p.production, f.*,
    (
      a.asked_at IS NOT NULL
      AND coalesce(a.problem ->> 'code', 'TAXAUTH_CONNECTION_ERROR') = 'TAXAUTH_CONNECTION_ERROR'
    ) AS unanswered
  FROM (
    SELECT DISTINCT company_id, production
    FROM point_of_sale
    WHERE production = $1
      AND enabled
      AND authorized_by = 'CAEA'
  ) p
  CROSS JOIN json_to_recordset($2::json) AS f(period int, fortnight int, "validFrom" text, "validTo" text)
  LEFT JOIN caea a
    ON a.company_id = p.company_id
    AND a.production = p.production
    AND a.period = f.period
    AND a.fortnight = f.fortnight
  WHERE a.code IS NULL
    AND coalesce(
      a.asked_at <= now() - interval '1 second' * CASE
        WHEN (
          a.asked_at IS NOT NULL
          AND coalesce(a.problem ->> 'code', 'TAXAUTH_CONNECTION_ERROR') = 'TAXAUTH_CONNECTION_ERROR'
        ) THEN $3::int
        ELSE $4::int
      END
      OR a.asked_at > now() + interval '1 second', true
    )
  UNION ALL
  SELECT a.company_id, a.production, a.period, a.fortnight, a.valid_from::text, a.valid_to::text, true
  FROM caea a
  WHERE a.production = $5
    AND a.code IS NULL
    AND a.valid_to < $6
    AND a.valid_to >= $7
    AND (
      a.asked_at IS NOT NULL
      AND coalesce(a.problem ->> 'code', 'TAXAUTH_CONNECTION_ERROR') = 'TAXAUTH_CONNECTION_ERROR'
    )
    AND coalesce(
      a.asked_at <= now() - interval '1 second' * CASE
        WHEN (
          a.asked_at IS NOT NULL
          AND coalesce(a.problem ->> 'code', 'TAXAUTH_CONNECTION_ERROR') = 'TAXAUTH_CONNECTION_ERROR'
        ) THEN $8::int
        ELSE $9::int
      END
      OR a.asked_at > now() + interval '1 second', true
    )
)
SELECT d.company_id AS "companyId", d.production, o.code AS company, d.period, d.fortnight, d."validFrom", d."validTo",
  d.unanswered AS "isUnanswered"
FROM due d
JOIN company o
  ON o.id = d.company_id
WHERE EXISTS (
  SELECT
  FROM certificate_in_force t
  WHERE t.company_id = d.company_id
    AND t.production = d.production
    AND t.expires_at > now()
)
ORDER BY d."validFrom", d.company_id
