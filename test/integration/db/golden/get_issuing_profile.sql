SELECT cuit, tax_type AS "taxType", fce IS NOT NULL AS "hasFce", withheld_a AS "withheldA",
  certificate_mode = 'delegated' AS "isDelegated",
  (
    SELECT coalesce(
      jsonb_agg(jsonb_build_object('number', number, 'authorization', authorized_by) ORDER BY number), '[]'
    )
    FROM point_of_sale
    WHERE company_id = $1
      AND production = $2
      AND enabled
  ) AS "pointsOfSale", (SELECT coalesce(jsonb_object_agg(name, starts), '{}') FROM rule_date_override) AS "ruleMoves"
FROM company
WHERE id = $3
