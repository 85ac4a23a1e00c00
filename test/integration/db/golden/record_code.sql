UPDATE caea
SET code = $1, report_by = $2, granted_at = clock_timestamp(), problem = NULL, remarks = $3::jsonb
WHERE id = $4
  AND code IS NULL
