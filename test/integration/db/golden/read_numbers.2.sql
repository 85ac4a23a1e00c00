SELECT id, voucher_number AS number, voucher_date AS "voucherDate", doc_type AS "docType", doc_number AS "docNumber",
  total_amount::text AS "totalAmount", net_amount::text AS "netAmount", vat_amount::text AS "vatAmount",
  exempt_amount::text AS "exemptAmount", not_taxable_amount::text AS "notTaxableAmount",
  tributes_amount::text AS "tributesAmount", CASE WHEN caea THEN 'CAEA' ELSE 'CAE' END AS authorization,
  EXISTS (
    SELECT
    FROM caea_report r
    WHERE r.voucher_id = voucher.id
      AND r.state <> 'reported'
  ) AS "isUnreported", cae, cae_expiration_date AS "caeExpirationDate", currency,
  currency_quotation::text AS "currencyQuotation", source, vat, payload
FROM voucher
WHERE company_id = $1
  AND production = $2
  AND pos_number = $3
  AND voucher_type = $4
  AND voucher_number BETWEEN $5 AND $6
