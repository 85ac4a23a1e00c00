WITH span AS MATERIALIZED (
  SELECT coalesce(sum(whole), 0) AS whole, coalesce(sum(whole) > 0 AND sum(vouchers) >= 200, false) AS ids_lead,
    min(first_id) AS first_id, max(last_id) AS last_id
  FROM (
    SELECT sum(vouchers) AS whole, sum(vouchers) AS vouchers, min(first_id) AS first_id, max(last_id) AS last_id
    FROM voucher_bucket s
    WHERE s.company_id = $1
      AND s.production = $2
      AND s.field = 'voucher_date/32'
      AND true
      AND s.start >= (SELECT $3::bigint)
      AND s.start < (SELECT $4::bigint)
    UNION ALL
    SELECT sum(vouchers) AS whole, sum(vouchers) AS vouchers, min(first_id) AS first_id, max(last_id) AS last_id
    FROM voucher_bucket s
    WHERE s.company_id = $5
      AND s.production = $6
      AND s.field = 'voucher_date'
      AND true
      AND s.start >= (SELECT $7::bigint)
      AND s.start < (SELECT $8::bigint)
    UNION ALL
    SELECT sum(vouchers) AS whole, sum(vouchers) AS vouchers, min(first_id) AS first_id, max(last_id) AS last_id
    FROM voucher_bucket s
    WHERE s.company_id = $9
      AND s.production = $10
      AND s.field = 'voucher_date'
      AND true
      AND s.start >= (SELECT $11::bigint)
      AND s.start < (SELECT $12::bigint)
  ) sums
)
SELECT ((SELECT whole FROM span))::int AS total,
  (
    SELECT '[' || coalesce(string_agg(listed.row, ','), '') || ']'
    FROM (
      SELECT (
        '{"id":' || (v.id)::text || ',"voucherType":' || (v.voucher_type)::text || ',"posNumber":' || (v.pos_number)::text || ',"voucherNumber":' || (v.voucher_number)::text
      ) || (
        ',"voucherDate":"' || (v.voucher_date)::text || '","docType":' || (v.doc_type)::text || ',"docNumber":' || coalesce((to_json(v.doc_number))::text, 'null') || ',"totalAmount":"' || (v.total_amount)::text
      ) || (
        '","netAmount":"' || (v.net_amount)::text || '","vatAmount":"' || (v.vat_amount)::text || '","exemptAmount":"' || (v.exempt_amount)::text || '","notTaxableAmount":"' || (v.not_taxable_amount)::text
      ) || (
        '","tributesAmount":"' || (v.tributes_amount)::text || '","cae":"' || (v.cae)::text || '","caeExpirationDate":"' || (v.cae_expiration_date)::text || '","authorization":"' || (CASE WHEN v.caea THEN 'CAEA' ELSE 'CAE' END)::text
      ) || (
        '","status":"' || (v.status)::text || '","production":' || (v.production)::text || ',"currency":' || coalesce((to_json(v.currency))::text, 'null') || ',"currencyQuotation":"' || (v.currency_quotation)::text
      ) || (
        '","externalReference":' || coalesce((to_json(v.external_reference))::text, 'null') || ',"idempotency":' || coalesce((to_json(v.idempotency))::text, 'null') || ',"apiKeyId":' || coalesce((v.api_key_id)::text, 'null') || ',"userEmail":' || coalesce((to_json(v.user_email))::text, 'null')
      ) || (
        ',"source":"' || (v.source)::text || '","created":"' || (
          (
            substr(to_json((v.created_at + interval '1 microsecond') AT TIME ZONE 'UTC')::text, 2, 23) || 'Z'
          )
        )::text || '","hasPdf":' || (v.has_pdf)::text || ',"vat":' || (v.vat)::text
      ) || (
        ',"taxAuthObservations":' || coalesce((v.observations)::text, 'null') || ',"emails":' || coalesce(
          (
            CASE
              WHEN EXISTS (SELECT FROM recipient r WHERE r.voucher_id = v.id) THEN (
                SELECT '[' || string_agg(
                  (
                    '{"email":' || coalesce((to_json(r.email))::text, 'null') || ',"name":' || coalesce((to_json(r.name))::text, 'null') || ',"comments":' || coalesce((to_json(r.comments))::text, 'null') || ',"pdfVersions":' || coalesce((to_json(r.pdf_versions))::text, 'null')
                  ) || (
                    ',"state":"' || (r.state)::text || '","smtpResponse":' || coalesce((to_json(r.smtp_response))::text, 'null') || ',"sent":' || coalesce(
                      (
                        '"' || (
                          (
                            substr(to_json((r.sent_at + interval '1 microsecond') AT TIME ZONE 'UTC')::text, 2, 23) || 'Z'
                          )
                        ) || '"'
                      )::text, 'null'
                    ) || '}'
                  ), ','
                  ORDER BY r.slot
                ) || ']'
                FROM recipient r
                WHERE r.voucher_id = v.id
              )
            END
          )::text, 'null'
        ) || ',' || CASE
          WHEN v.caea THEN coalesce(
            (
              SELECT '"reported":' || coalesce(
                '"' || (
                  substr(to_json((p.reported_at + interval '1 microsecond') AT TIME ZONE 'UTC')::text, 2, 23) || 'Z'
                ) || '"', 'null'
              ) || ',"reportErrors":' || CASE WHEN p.reported_at IS NULL THEN p.errors ELSE '[]' END || CASE WHEN p.state = 'givenUp' THEN ',"givenUp":true,' ELSE ',' END
              FROM caea_report p
              WHERE p.voucher_id = v.id
            ),
            '"reported":"' || (
              substr(to_json((v.created_at + interval '1 microsecond') AT TIME ZONE 'UTC')::text, 2, 23) || 'Z'
            ) || '","reportErrors":[],'
          )
          ELSE ''
        END || (
          SELECT '"creditedAmount":"' || round(
            coalesce(
              sum(
                CASE
                  WHEN n.currency = v.currency THEN n.total_amount
                  ELSE ceil(
                    n.total_amount * (CASE n.currency WHEN 'PES' THEN 1 ELSE n.currency_quotation END) / (CASE v.currency WHEN 'PES' THEN 1 ELSE v.currency_quotation END) * 100
                  ) / 100
                END
              ) FILTER (WHERE n.voucher_type IN (3, 8, 13, 53, 203, 208, 213)), 0
            ), 2
          ) || '","debitedAmount":"' || round(
            coalesce(
              sum(
                CASE
                  WHEN n.currency = v.currency THEN n.total_amount
                  ELSE floor(
                    n.total_amount * (CASE n.currency WHEN 'PES' THEN 1 ELSE n.currency_quotation END) / (CASE v.currency WHEN 'PES' THEN 1 ELSE v.currency_quotation END) * 100
                  ) / 100
                END
              ) FILTER (WHERE NOT (n.voucher_type IN (3, 8, 13, 53, 203, 208, 213))), 0
            ), 2
          ) || '"'
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
        ) || ',' || CASE WHEN starts_with(v.payload, '"perceptions":') THEN '' ELSE '"perceptions":null,' END || v.payload || '}'
      ) AS row
      FROM (
        (
          SELECT l.id
          FROM voucher l
          WHERE l.company_id = $13
            AND l.production = $14
            AND l.voucher_date::text >= (SELECT $15::text)
            AND l.voucher_date::text < (SELECT $16::text)
            AND l.id >= (SELECT first_id FROM span)
            AND l.id <= (SELECT last_id FROM span)
            AND (SELECT ids_lead FROM span)
          ORDER BY l.id DESC
          LIMIT 50
        )
        UNION ALL (
          SELECT l.id
          FROM voucher l
          WHERE l.company_id = $17
            AND l.production = $18
            AND l.voucher_date >= (SELECT $19::bpchar)
            AND l.voucher_date < (SELECT $20::bpchar)
            AND (SELECT NOT ids_lead FROM span)
          ORDER BY l.id + 0 DESC
          LIMIT 50
        )
      ) page
      JOIN voucher v
        ON v.id = page.id
      ORDER BY v.id DESC
    ) listed
  ) AS rows
