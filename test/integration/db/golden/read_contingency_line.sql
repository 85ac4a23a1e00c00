/* read_contingency_line */
SELECT t.number AS substitute,
  CASE
    WHEN s.last_number IS NOT NULL
      AND (
        s.last_number = 0
        OR s.last_date IS NOT NULL
        OR coalesce(
          (
            SELECT v.voucher_number
            FROM voucher v
            WHERE v.company_id = s.company_id
              AND v.production = s.production
              AND v.pos_number = s.pos_number
              AND v.voucher_type = s.voucher_type
            ORDER BY v.voucher_number DESC
            LIMIT 1
          ) >= s.last_number, false
        )
      )
      AND NOT EXISTS (
        SELECT
        FROM caea_report r
        WHERE r.company_id = s.company_id
          AND r.production = s.production
          AND r.pos_number = s.pos_number
          AND r.voucher_type = s.voucher_type
          AND r.state <> 'reported'
          AND r.errors <> '[]'
          AND (r.state <> 'givenUp' OR r.gap)
      )
      AND NOT s.unverified
      AND s.incarnation = (SELECT public.current_incarnation()) THEN json_build_object(
        'lastNumber',
        greatest(
          s.last_number,
          (
            SELECT v.voucher_number
            FROM voucher v
            WHERE v.company_id = s.company_id
              AND v.production = s.production
              AND v.pos_number = s.pos_number
              AND v.voucher_type = s.voucher_type
            ORDER BY v.voucher_number DESC
            LIMIT 1
          )
        ), 'lastDate',
        greatest(
          s.last_date::text,
          (
            SELECT v.voucher_date
            FROM voucher v
            WHERE v.company_id = s.company_id
              AND v.production = s.production
              AND v.pos_number = s.pos_number
              AND v.voucher_type = s.voucher_type
            ORDER BY v.voucher_number DESC
            LIMIT 1
          )::text,
          CASE
            WHEN s.last_number = 0
              AND s.authority_time IS NOT NULL THEN least(
                to_char(s.authority_time AT TIME ZONE 'America/Argentina/Buenos_Aires', 'YYYYMMDD'),
                to_char(now() AT TIME ZONE 'America/Argentina/Buenos_Aires', 'YYYYMMDD')
              )
          END
        )
      )
  END AS standing,
  (
    SELECT coalesce(
      json_agg(
        json_build_object('id', a.id, 'code', a.code, 'validFrom', a.valid_from, 'validTo', a.valid_to)
      ), '[]'
    )
    FROM caea a
    WHERE a.company_id = c.company_id
      AND a.production = c.production
      AND a.code IS NOT NULL
      AND a.valid_to >= to_char(now() AT TIME ZONE 'America/Argentina/Buenos_Aires' - interval '15 days', 'YYYYMMDD')
  ) AS codes,
  json_strip_nulls(
    json_build_object(
      'cuit', o.cuit, 'taxType', o.tax_type, 'activities',
      (
        SELECT json_agg((r ->> 'id')::int)
        FROM (
          SELECT q.answer
          FROM issuer_request q
          WHERE q.company_id = c.company_id
            AND q.production = c.production
            AND q.name = $1
            AND q.cached_until > now()
          ORDER BY q.answered_at DESC
          LIMIT 1
        ) k
        CROSS JOIN LATERAL json_array_elements(k.answer -> 'rows') r
      )
    )
  ) AS issuer, (SELECT coalesce(jsonb_object_agg(name, starts), '{}') FROM rule_date_override) AS "ruleMoves",
  NOT c.is_manual AND coalesce(c.ready_at > now() - interval '20 seconds', false) AS "isReady",
  coalesce(w.waiting, '[]') AS waiting
FROM contingency c
JOIN company o
  ON o.id = c.company_id
LEFT JOIN point_of_sale p
  ON p.company_id = c.company_id
  AND p.production = c.production
  AND p.number = $2
LEFT JOIN point_of_sale t
  ON t.company_id = c.company_id
  AND t.production = c.production
  AND t.number = p.contingency_pos
  AND t.enabled
  AND t.authorized_by = 'CAEA'
LEFT JOIN sequence s
  ON s.company_id = c.company_id
  AND s.production = c.production
  AND s.pos_number = t.number
  AND s.voucher_type = $3
CROSS JOIN LATERAL (
  SELECT json_agg(m ORDER BY m.queue_position) AS waiting
  FROM (
    SELECT i.queue_position, i.id, i.revision, (extract(epoch FROM i.enqueued_at) * 1000)::float8 AS "recordedAtMs",
      i.request_id AS "requestId", i.trace, i.body, i.amounts, i.vat_rounding AS "vatRounding",
      NOT EXISTS (
        SELECT
        FROM sequence q
        WHERE q.company_id = i.company_id
          AND q.production = i.production
          AND q.pos_number = i.pos_number
          AND q.voucher_type = i.voucher_type
          AND q.incarnation IS NOT NULL
          AND NOT public.is_verified(q)
      ) AND NOT EXISTS (
        SELECT
        FROM voucher o
        WHERE o.company_id = i.company_id
          AND o.production = i.production
          AND o.pos_number = i.pos_number
          AND o.voucher_type = i.voucher_type
          AND o.issuance_id IS NULL
          AND public.is_of_sale(i.declared, o.voucher_date, o.doc_type, o.doc_number, o.total_amount, o.currency)
      ) AS "isSound"
    FROM issuance i
    WHERE i.company_id = $4
      AND i.production = $5
      AND i.pos_number = $6
      AND i.voucher_type = $7
      AND i.state = 'queued'
      AND i.deadline_at > now()
      AND NOT coalesce(i.incarnation <> (SELECT public.current_incarnation()), false)
      AND NOT (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
      AND (
        i.may_fail_over
        AND EXISTS (
          SELECT
          FROM public.contingency c
          WHERE c.company_id = i.company_id
            AND c.production = i.production
            AND c.active_since IS NOT NULL
            AND NOT coalesce(
              c.trial_id = i.id
              AND c.trial_at > now() - 5 * interval '1 second'
              AND c.trial_at <= now() + interval '1 second', false
            )
        )
        AND NOT EXISTS (SELECT FROM public.freed_number f WHERE f.issuance_id = i.id)
        AND NOT public.is_suspect(i.id)
      )
    ORDER BY i.queue_position
    LIMIT $8
  ) m
) w
WHERE c.company_id = $9
  AND c.production = $10
  AND c.active_since IS NOT NULL
  AND NOT EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)
