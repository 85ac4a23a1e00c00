/* read_mark */
SELECT pg_current_wal_insert_lsn()::text AS position, coalesce(u.usage, '') AS usage,
  public.current_incarnation() AS history
FROM (
  SELECT string_agg(u::text, ' ') AS usage
  FROM (SELECT * FROM usage_period ORDER BY period_start DESC LIMIT 2) u
) u
