SELECT cuit, tax_type AS "taxType", fce IS NOT NULL AS "hasFce", withheld_a AS "withheldA",
  certificate_mode = 'delegated' AS "isDelegated",
  ARRAY(
    SELECT number
    FROM point_of_sale
    WHERE company_id = $1
      AND production = $2
      AND enabled
    ORDER BY number
  ) AS "posNumbers", (SELECT coalesce(jsonb_object_agg(name, starts), '{}') FROM rule_move) AS "ruleMoves"
FROM company
WHERE id = $3
