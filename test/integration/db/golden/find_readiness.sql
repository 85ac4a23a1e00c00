/* find_readiness */
SELECT (
  SELECT jsonb_build_object('anchor', s.anchor, 'until', s.until, 'monthlyVouchers', p.monthly_vouchers)
  FROM subscription s
  JOIN plan p
    ON p.id = s.plan_id
  WHERE s.company_id = $1
) AS subscription,
  (
    SELECT coalesce(
      jsonb_agg(
        jsonb_build_object(
          'periodStart', period_start, 'extra', extra, 'reserved', reserved, 'usedProduction', used_production,
          'usedHomologation', used_homologation
        )
      ), '[]'
    )
    FROM usage_period
    WHERE company_id = $2
      AND period_start BETWEEN $3::date - 31 AND $4::date
  ) AS periods,
  (
    SELECT coalesce(
      jsonb_agg(
        jsonb_build_object(
          'number', number, 'enabled', enabled, 'authorization', authorized_by, 'additionalDataKeys',
          jsonb_path_query_array(additional_data_keys, '$[*].key'), 'optionals', optionals, 'activities', activities
        )
      ), '[]'
    )
    FROM point_of_sale
    WHERE company_id = $5
      AND production = $6
      AND number = ANY((SELECT $7::int[])::int[])
  ) AS points,
  (
    SELECT jsonb_build_object(
      'isOver', expires_at <= now(), 'on', (expires_at AT TIME ZONE 'UTC')::date, 'alias', alias
    )
    FROM certificate_in_force
    WHERE company_id = $8
      AND production = $9
  ) AS certificate, EXISTS (
    SELECT
    FROM company
    WHERE id = $10
      AND certificate_mode = 'delegated'
  ) AS "isDelegated",
  EXISTS (
    SELECT
    FROM point_of_sale
    WHERE company_id = $11
      AND production = $12
      AND enabled
      AND authorized_by = 'CAE'
  ) AS "hasPos",
  EXISTS (
    SELECT
    FROM issuance
    WHERE company_id = $13
      AND production = $14
      AND idempotency = $15
  ) AS "knowsKey",
  (
    SELECT md5(
      concat_ws(
        ' ', c.sircip,
        (
          SELECT string_agg(concat_ws(' ', p.period, p.loaded_at), ',' ORDER BY p.period)
          FROM sircip_period p
        ),
        (
          SELECT string_agg(concat_ws(' ', v.state_id, v.starts, v.set_at), ',' ORDER BY v.state_id)
          FROM sircip_province v
        )
      )
    )
    FROM company c
    WHERE c.id = $16
      AND c.sircip IS NOT NULL
  ) AS "sircipVersion"
