/* set_last_number */
UPDATE sequence s
SET last_number = greatest(s.last_number, $1),
  authority_time = coalesce(to_timestamp($2::float8 / 1000), s.authority_time),
  missing_from = CASE WHEN s.last_number IS NULL AND $3 > 0 AND s.unverified THEN 1 ELSE s.missing_from END,
  missing_to = CASE WHEN s.last_number IS NULL AND $4 > 0 AND s.unverified THEN $5 ELSE s.missing_to END,
  missing_at = CASE
    WHEN s.last_number IS NULL
      AND $6 > 0
      AND s.unverified THEN now()
    ELSE s.missing_at
  END,
  without_missing = CASE
    WHEN s.last_number IS NULL
      AND $7 > 0
      AND s.unverified THEN '{}'
    ELSE s.without_missing
  END
WHERE id = $8
  AND epoch = $9
  AND token = $10::bigint
  AND incarnation = (SELECT public.current_incarnation())
