UPDATE sequence s
SET last_number = greatest(s.last_number, $1), last_date = greatest(s.last_date, $2),
  authority_time = coalesce(to_timestamp($3::float8 / 1000), s.authority_time),
  unverified = s.unverified OR s.last_number IS NULL AND (
    s.unverified
    OR NOT EXISTS (SELECT FROM database_incarnation l WHERE l.first_incarnation = s.incarnation)
  ),
  missing_from = CASE
    WHEN s.last_number IS NULL
      AND $4 > 0
      AND (
        s.unverified
        OR NOT EXISTS (SELECT FROM database_incarnation l WHERE l.first_incarnation = s.incarnation)
      ) THEN 1
    ELSE s.missing_from
  END,
  missing_to = CASE
    WHEN s.last_number IS NULL
      AND $5 > 0
      AND (
        s.unverified
        OR NOT EXISTS (SELECT FROM database_incarnation l WHERE l.first_incarnation = s.incarnation)
      ) THEN $6
    ELSE s.missing_to
  END,
  missing_at = CASE
    WHEN s.last_number IS NULL
      AND $7 > 0
      AND (
        s.unverified
        OR NOT EXISTS (SELECT FROM database_incarnation l WHERE l.first_incarnation = s.incarnation)
      ) THEN now()
    ELSE s.missing_at
  END,
  without_missing = CASE
    WHEN s.last_number IS NULL
      AND $8 > 0
      AND (
        s.unverified
        OR NOT EXISTS (SELECT FROM database_incarnation l WHERE l.first_incarnation = s.incarnation)
      ) THEN '{}'
    ELSE s.without_missing
  END
WHERE id = $9
  AND epoch = $10
  AND token = $11::bigint
  AND incarnation = (SELECT public.current_incarnation())
