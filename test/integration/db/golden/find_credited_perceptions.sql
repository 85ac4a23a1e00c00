/* find_credited_perceptions */
SELECT EXISTS (
  SELECT
  FROM issuance i
  WHERE i.company_id = $1
    AND i.production = $2
    AND i.idempotency = $3
    AND i.state IN ('queued', 'submitted', 'approved')
) AS taken,
  (
    SELECT coalesce(jsonb_agg(counted), '[]')
    FROM (
      SELECT n.currency, CASE n.currency WHEN 'PES' THEN '1' ELSE n.currency_quotation::text END AS quotation,
        n.perceptions::jsonb
      FROM voucher v
      CROSS JOIN LATERAL (
        SELECT n.voucher_type, n.currency, n.currency_quotation,
          CASE
            WHEN starts_with(n.payload, '"perceptions":') THEN ('{' || n.payload || '}')::json -> 'perceptions'
          END AS perceptions
        FROM voucher_note l
        JOIN voucher n
          ON n.id = l.note_id
          AND CASE
            WHEN 'rcel' IN (v.source, n.source) THEN v.created_at <= n.created_at
            ELSE v.id < n.id
          END
        WHERE l.company_id + 0 = v.company_id
          AND l.production = v.production
          AND l.pos_number = v.pos_number
          AND l.voucher_type = v.voucher_type
          AND l.voucher_number = v.voucher_number
      ) n
      WHERE v.company_id = $4
        AND v.production = $5
        AND v.id = $6::bigint
        AND n.voucher_type IN (3, 8, 13, 53, 203, 208, 213)
        AND n.perceptions IS NOT NULL
      UNION ALL
      SELECT i.body #>> '{currency,id}', i.body #>> '{currency,quotation}', i.body -> 'computedPerceptions'
      FROM issuance i
      WHERE i.company_id = $7
        AND i.production = $8
        AND i.state IN ('queued', 'submitted')
        AND i.voucher_type IN (3, 8, 13, 53, 203, 208, 213)
        AND (
          i.credited_id = $9::bigint
          OR EXISTS (
            SELECT
            FROM jsonb_array_elements(i.body -> 'associatedVouchers') AS one
            WHERE (one ->> 'posNumber')::int = $10::int
              AND (one ->> 'voucherType')::int = $11::int
              AND (one ->> 'voucherNumber')::int = $12::int
              AND coalesce(one ->> 'cuit', $13) = $14
          )
        )
        AND i.body ? 'computedPerceptions'
    ) counted
  ) AS credits
