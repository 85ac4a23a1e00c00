SELECT c.cuit,
  (
    SELECT coalesce(
      jsonb_agg(
        jsonb_build_object(
          'voucherType', v.voucher_type, 'posNumber', v.pos_number, 'voucherNumber', v.voucher_number, 'voucherDate',
          v.voucher_date, 'docType', v.doc_type, 'docNumber', v.doc_number, 'condition',
          coalesce(p."receiverTaxConditionId", (p.customer ->> 'taxType')::int)
        )
      ), '[]'
    )
    FROM jsonb_to_recordset($1::jsonb) AS n("voucherType" int, "posNumber" int, "voucherNumber" int)
    JOIN voucher v
      ON v.voucher_type = n."voucherType"
      AND v.pos_number = n."posNumber"
      AND v.voucher_number = n."voucherNumber"
    CROSS JOIN LATERAL json_to_record(('{' || v.payload || '}')::json) AS p(customer json, "receiverTaxConditionId" int)
    WHERE v.company_id = $2
      AND v.production = $3
  ) AS found
FROM company c
WHERE c.id = $4
