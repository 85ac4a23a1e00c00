INSERT INTO voucher (
  company_id, production, pos_number, voucher_type, voucher_number, voucher_date, doc_type, doc_number, total_amount,
  net_amount, vat_amount, exempt_amount, not_taxable_amount, tributes_amount, caea, cae, cae_expiration_date, currency,
  currency_quotation, source, payload, lines, vat, observations, created_at, while_unverified
)
SELECT $1::int, $2::boolean, $3::int, $4::int, v."voucherNumber", v."voucherDate", v."docType", v."docNumber",
  v."totalAmount", v."netAmount", v."vatAmount", v."exemptAmount", v."notTaxableAmount", v."tributesAmount",
  v."authorization" = 'CAEA', v.cae, v."caeExpirationDate", v.currency, v."currencyQuotation", 'rcel', v.payload, '[]',
  v.vat, v.observations, v."processedAt",
  coalesce(
    (
      SELECT NOT public.is_verified(s) OR coalesce(v."voucherNumber" BETWEEN s.missing_from AND s.missing_to, false)
      FROM sequence s
      WHERE company_id = $5
        AND production = $6
        AND pos_number = $7
        AND voucher_type = $8
    ),
    EXISTS (
      SELECT
      FROM issuance i
      WHERE i.company_id = $9
        AND i.production = $10
        AND i.state <> 'approved'
        AND (i.suspect_since IS NOT NULL OR i.incarnation <> public.current_incarnation())
    )
  )
FROM jsonb_to_recordset($11::jsonb) AS v(
  "voucherNumber" int, "voucherDate" text, "docType" int, "docNumber" text, "totalAmount" numeric, "netAmount" numeric,
  "vatAmount" numeric, "exemptAmount" numeric, "notTaxableAmount" numeric, "tributesAmount" numeric,
  "authorization" text, cae text, "caeExpirationDate" text, currency text, "currencyQuotation" numeric, payload text,
  vat jsonb, observations jsonb, "processedAt" timestamptz
)
WHERE NOT EXISTS (
  SELECT
  FROM issuance i
  WHERE i.company_id = $12
    AND i.production = $13
    AND i.pos_number = $14
    AND i.voucher_type = $15
    AND i.state = 'submitted'
    AND i.number = v."voucherNumber"
)
ORDER BY v."voucherNumber" ON CONFLICT (company_id, production, pos_number, voucher_type, voucher_number) DO NOTHING
RETURNING voucher_number AS number
