WITH s AS MATERIALIZED (
  SELECT
  FROM sequence
  WHERE company_id = $1
    AND production = $2
    AND pos_number = $3
    AND voucher_type = $4
  FOR UPDATE
),
c AS MATERIALIZED (
  SELECT
  FROM contingency
  WHERE company_id = $5
    AND production = $6
  FOR SHARE
),
a AS MATERIALIZED (SELECT FROM caea WHERE id = ANY($7::bigint[]) ORDER BY id FOR SHARE)
SELECT (SELECT count(*) FROM s), (SELECT count(*) FROM c), (SELECT count(*) FROM a)
