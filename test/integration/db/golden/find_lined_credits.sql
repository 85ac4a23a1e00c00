/* find_lined_credits */
SELECT n.voucher_type IN (3, 8, 13, 53, 203, 208, 213) AS "isCredit", n.payload, NULL::jsonb AS body,
  n.source = 'rcel' AS "isImported",
  jsonb_build_object(
    'id', n.currency, 'quotation', CASE n.currency WHEN 'PES' THEN 1 ELSE n.currency_quotation END
  ) AS currency,
  jsonb_build_object(
    'net', n.net_amount::text, 'vat', n.vat_amount::text, 'exempt', n.exempt_amount::text, 'notTaxable',
    n.not_taxable_amount::text, 'vatRows', n.vat
  ) AS amounts
FROM voucher v
CROSS JOIN LATERAL (
  SELECT n.*
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
WHERE v.company_id = $1
  AND v.production = $2
  AND v.id = $3::bigint
UNION ALL
SELECT true, NULL, jsonb_build_object('items', i.body -> 'items', 'priceIncludesVat', i.body -> 'priceIncludesVat'),
  false, i.body -> 'currency', i.amounts
FROM issuance i
WHERE i.company_id = $4
  AND i.production = $5
  AND i.state IN ('queued', 'submitted')
  AND i.voucher_type IN (3, 8, 13, 53, 203, 208, 213)
  AND (
    i.credited_id = $6::bigint
    OR EXISTS (
      SELECT
      FROM jsonb_array_elements(i.body -> 'associatedVouchers') AS one
      WHERE (one ->> 'posNumber')::int = $7::int
        AND (one ->> 'voucherType')::int = $8::int
        AND (one ->> 'voucherNumber')::int = $9::int
        AND coalesce(one ->> 'cuit', $10) = $11
    )
  )
