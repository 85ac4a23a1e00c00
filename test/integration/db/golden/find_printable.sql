SELECT v.id, v.company_id AS "companyId", v.production, v.pos_number AS "posNumber", v.voucher_type AS "voucherType",
  v.voucher_number AS "voucherNumber", v.voucher_date AS "voucherDate",
  CASE WHEN v.caea THEN 'CAEA' ELSE 'CAE' END AS authorization, v.cae, v.cae_expiration_date AS "caeExpirationDate",
  v.currency, v.currency_quotation::float8 AS quotation, v.payload, v.observations, v.has_pdf AS "hasPdf",
  coalesce(v.request_id, '') AS "requestId",
  jsonb_build_object(
    'net', v.net_amount::text, 'vat', v.vat_amount::text, 'exempt', v.exempt_amount::text, 'notTaxable',
    v.not_taxable_amount::text, 'tributes', v.tributes_amount::text, 'total', v.total_amount::text, 'vatRows', v.vat,
    'lines', v.lines
  ) AS amounts,
  jsonb_build_object(
    'cuit', c.cuit, 'name', c.name, 'taxType', c.tax_type, 'address', c.address, 'grossIncome', c.gross_income,
    'activityStart', c.activity_start, 'cbuLegend', c.cbu_legend, 'consumerComplaints', c.consumer_complaints,
    'accentColor', c.accent_color, 'footerText', c.footer_text, 'legends', c.legends
  ) AS issuer, (SELECT coalesce(jsonb_object_agg(name, starts), '{}') FROM rule_date_override) AS "ruleMoves",
  coalesce(
    (
      SELECT jsonb_build_object(
        'printedName', coalesce(p.printed_name, f.printed_name), 'address', coalesce(p.address, f.address), 'logoKey',
        coalesce(p.logo_key, f.logo_key), 'layout',
        CASE WHEN p.layout = 'a4' THEN coalesce(f.layout, 'a4') ELSE p.layout END, 'legends',
        CASE WHEN p.legends = '[]' THEN coalesce(f.legends, '[]') ELSE p.legends END, 'additionalDataKeys',
        CASE
          WHEN p.additional_data_keys = '[]' THEN coalesce(f.additional_data_keys, '[]')
          ELSE p.additional_data_keys
        END
      )
      FROM point_of_sale p
      LEFT JOIN LATERAL (
        SELECT *
        FROM point_of_sale f
        WHERE f.company_id = p.company_id
          AND f.production = p.production
          AND f.contingency_pos = p.number
        ORDER BY f.number
        LIMIT 1
      ) f
        ON true
      WHERE p.company_id = v.company_id
        AND p.production = v.production
        AND p.number = v.pos_number
    ), $1::jsonb
  ) AS "pointOfSale"
FROM voucher v
JOIN company c
  ON c.id = v.company_id
WHERE v.id = $2
  AND v.source <> 'rcel'
