/* claim_probes */
WITH due AS MATERIALIZED (
  SELECT c.company_id, c.production
  FROM contingency c
  WHERE c.production = $1
    AND c.company_id <> ALL ($2::int[])
    AND (
      c.active_since IS NOT NULL
      AND NOT c.is_manual
      OR c.active_since IS NULL
      AND (c.outage_since IS NOT NULL OR c.cae_failing)
    )
    AND coalesce(
      c.probed_at > now() + interval '1 second'
      OR c.probed_at <= now() - interval '1 millisecond' * (
        $3::float8 + CASE
          WHEN c.active_since IS NOT NULL THEN $4::float8
          ELSE least($5::float8, $6::float8 / 4)
        END
      ), true
    )
  ORDER BY c.probed_at NULLS FIRST
  LIMIT $7
  FOR UPDATE SKIP LOCKED
),
asked AS (
  SELECT due.*, s.id, s.pos_number, s.voucher_type
  FROM due
  JOIN contingency c
  USING (company_id, production)
  LEFT JOIN LATERAL (
    SELECT s.id, s.pos_number, s.voucher_type
    FROM sequence s
    JOIN point_of_sale p
      ON p.company_id = s.company_id
      AND p.production = s.production
      AND p.number = s.pos_number
      AND p.enabled
    WHERE s.company_id = c.company_id
      AND s.production = c.production
    ORDER BY p.authorized_by <> 'CAE', s.id <= coalesce(c.probed_sequence_id, 0), s.id
    LIMIT 1
  ) s
    ON true
)
UPDATE contingency c
SET probed_at = now(), probed_sequence_id = coalesce(asked.id, c.probed_sequence_id)
FROM asked
WHERE c.company_id = asked.company_id
  AND c.production = asked.production
RETURNING c.company_id AS "companyId", c.production, c.active_since IS NOT NULL AS "isActive",
  CASE
    WHEN asked.id IS NOT NULL THEN json_build_object(
      'companyId', c.company_id, 'production', c.production, 'posNumber', asked.pos_number, 'voucherType',
      asked.voucher_type
    )
  END AS sequence
