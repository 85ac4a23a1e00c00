WITH found AS MATERIALIZED (
  SELECT id, min(since) AS since
  FROM (
    SELECT i.id, v.created_at AS since
    FROM issuance i
    JOIN voucher v
      ON v.company_id = $1
      AND v.production = $2
      AND v.pos_number = $3
      AND v.voucher_type = $4
      AND v.source = 'rcel'
      AND v.issuance_id IS NULL
      AND v.voucher_date BETWEEN to_char(to_date(i.declared ->> 'voucherDate', 'YYYYMMDD') - 10, 'YYYYMMDD') AND i.declared ->> 'voucherDate'
      AND v.created_at - interval '10 minutes' < i.enqueued_at
    WHERE i.company_id = $5
      AND i.production = $6
      AND i.voucher_type = $7
      AND (
        i.pos_number = $8
        OR EXISTS (
          SELECT
          FROM point_of_sale p
          WHERE p.company_id = $9
            AND p.production = $10
            AND p.number = $11
            AND p.authorized_by = 'CAEA'
        )
      )
      AND i.state IN ('queued', 'submitted', 'rejected', 'cancelled', 'failed')
      AND (i.state <> 'submitted' OR (i.pos_number, i.number) <> (v.pos_number, v.voucher_number))
      AND EXISTS (
        SELECT
        FROM sequence s
        WHERE s.company_id = $12
          AND s.production = $13
          AND s.pos_number = $14
          AND s.voucher_type = $15
          AND NOT public.is_verified(s)
      )
      AND public.is_of_sale(
        i.declared, i.declared ->> 'voucherDate', v.doc_type, v.doc_number,
        (
          CASE
            WHEN i.body ->> 'perceptions' IS NULL THEN v.total_amount
            ELSE v.total_amount - v.tributes_amount + (i.declared ->> 'tributesTotal')::numeric
          END
        ), v.currency
      )
    UNION ALL
    SELECT id, since
    FROM jsonb_to_recordset($16::jsonb) AS n(id bigint, since timestamptz)
  ) s
  GROUP BY id
),
locked AS MATERIALIZED (
  SELECT i.id, found.since
  FROM found
  JOIN issuance i
    ON i.id = found.id
  WHERE i.state IN ('queued', 'submitted', 'rejected', 'cancelled', 'failed')
    AND (i.suspect_since IS NULL OR i.suspect_since > found.since)
  ORDER BY i.company_id, i.production, i.idempotency
  FOR UPDATE OF i
)
UPDATE issuance i
SET suspect_since = least(i.suspect_since, locked.since)
FROM locked
WHERE i.id = locked.id
  AND i.state IN ('queued', 'submitted', 'rejected', 'cancelled', 'failed')
