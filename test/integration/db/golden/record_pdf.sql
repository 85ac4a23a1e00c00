WITH stored AS (
  INSERT INTO pdf (company_id, voucher_id, versions, storage_key, size_bytes)
  VALUES ($1, $2, $3, $4, $5) ON CONFLICT ON CONSTRAINT pdf_pkey DO UPDATE
  SET storage_key = excluded.storage_key, size_bytes = excluded.size_bytes
),
tried AS (
  DELETE FROM print_attempt
  WHERE voucher_id = $6
    AND versions = $7
)
UPDATE voucher
SET has_pdf = true
WHERE id = $8
  AND $9 = '1'
  AND NOT has_pdf
