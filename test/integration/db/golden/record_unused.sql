UPDATE caea_unused
SET problem = $1::jsonb, informed_at = CASE WHEN $2 THEN clock_timestamp() END
WHERE caea_id = $3
  AND pos_number = $4
  AND informed_at IS NULL
