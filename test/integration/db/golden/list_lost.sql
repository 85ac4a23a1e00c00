SELECT i.id, i.idempotency AS key, i.state::text, i.pos_number AS "posNumber", i.voucher_type AS "voucherType",
  CASE WHEN i.state = 'submitted' THEN i.number END AS number, p.contingency_pos AS substitute,
  (
    i.doubt IS NOT NULL
    OR i.state = 'queued'
    AND (
      coalesce(i.incarnation <> (SELECT public.current_incarnation()), false)
      OR (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
    )
    OR public.is_suspect(i.id)
  ) AS "isDoubtful",
  i.revision = 1 AND NOT coalesce(i.incarnation <> (SELECT public.current_incarnation()), false) AS "isFirst",
  (extract(epoch FROM i.enqueued_at) * 1000)::float8 AS "recordedAtMs", i.body, i.amounts, i.declared
FROM issuance i
LEFT JOIN point_of_sale p
  ON p.company_id = i.company_id
  AND p.production = i.production
  AND p.number = i.pos_number
WHERE i.id IN (
  SELECT i.id
  FROM issuance i
  WHERE i.state IN ('rejected', 'cancelled', 'failed')
    AND i.body IS NOT NULL
    AND NOT i.key_closed
    AND i.company_id = $1
    AND i.production = $2
  UNION ALL
  SELECT i.id
  FROM issuance i
  WHERE i.state IN ('queued', 'submitted')
    AND i.company_id = $3
    AND i.production = $4
    AND (
      i.doubt IS NOT NULL
      OR i.state = 'queued'
      AND (
        coalesce(i.incarnation <> (SELECT public.current_incarnation()), false)
        OR (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
      )
    )
)
  AND i.amounts IS NOT NULL
ORDER BY i.pos_number, i.voucher_type, i.state <> 'submitted', i.number, i.id
LIMIT $5
