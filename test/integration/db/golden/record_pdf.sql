WITH stored AS (
  INSERT INTO pdf (company_id, voucher_id, versions, storage_key, size_bytes)
  VALUES ($1, $2, $3, $4, $5) ON CONFLICT ON CONSTRAINT pdf_pkey DO UPDATE
  SET storage_key = excluded.storage_key, size_bytes = excluded.size_bytes
),
tried AS (
  DELETE FROM print_try
  WHERE voucher_id = $6
    AND public.same_part(company_id, $7::int)
    AND versions = $8
)
UPDATE voucher
SET has_pdf = true
WHERE id = $9
  AND public.same_part(company_id, $10::int)
  AND $11 = '1'
  AND NOT has_pdf
