SELECT (
  i.doubt IS NOT NULL
  OR i.state = 'queued'
  AND (
    coalesce(i.incarnation <> (SELECT public.current_incarnation()), false)
    OR (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
  )
  OR public.is_suspect(i.id)
) OR EXISTS (
  SELECT
  FROM (
    SELECT $1::int AS company_id, $2::boolean AS production, $3::int AS pos_number, $4::int AS voucher_type,
      coalesce(
        (
          SELECT w.while_unverified
          FROM voucher w
          WHERE w.company_id = $5
            AND w.production = $6
            AND w.pos_number = $7
            AND w.voucher_type = $8
            AND w.voucher_number = $9
        ), false
      ) AS while_unverified
  ) v
  WHERE (
    v.while_unverified
    OR EXISTS (
      SELECT
      FROM sequence s
      WHERE s.company_id = v.company_id
        AND s.production = v.production
        AND s.pos_number = v.pos_number
        AND s.voucher_type = v.voucher_type
        AND NOT public.is_verified(s)
    )
  )
) AS may
FROM issuance i
WHERE i.id = $10
  AND i.company_id = $11
  AND i.production = $12
