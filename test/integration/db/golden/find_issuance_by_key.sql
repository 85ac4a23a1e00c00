/* find_issuance_by_key */
SELECT i.id, i.company_id AS "companyId", i.production, i.idempotency, i.revision, i.incarnation AS timeline,
  (extract(epoch FROM i.enqueued_at) * 1000)::float8 AS "recordedAtMs", i.state::text, i.doubt,
  i.is_background AS patient, i.pos_number AS "posNumber", i.voucher_type AS "voucherType", i.body_hash AS "bodyHash",
  i.credited_id AS "creditedId", i.outcome, i.problem, i.operator_reason IS NOT NULL AS "needsOperator",
  (extract(epoch FROM i.deadline_at - now()) * 1000)::float8 AS "deadlineInMs", v.id AS "voucherId",
  v.pos_number AS "voucherPos", v.caea AS "isCaea", v.voucher_number AS "voucherNumber", v.cae,
  v.total_amount::text AS "totalAmount", v.observations,
  CASE
    WHEN u.company_id IS NOT NULL
      AND s.company_id IS NOT NULL THEN jsonb_build_object(
        'monthlyVouchers', p.monthly_vouchers, 'extra', u.extra, 'usedProduction', u.used_production, 'usedHomologation',
        u.used_homologation, 'reserved', u.reserved, 'anchor', s.anchor, 'periodStart', u.period_start
      )
  END AS usage
FROM issuance i
LEFT JOIN voucher v
  ON v.issuance_id = i.id
LEFT JOIN usage_period u
  ON u.company_id = i.company_id
  AND u.period_start = i.period_start
LEFT JOIN subscription s
  ON s.company_id = i.company_id
LEFT JOIN plan p
  ON p.id = s.plan_id
WHERE i.company_id = $1
  AND i.production = $2
  AND i.idempotency = $3
