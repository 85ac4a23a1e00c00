/* has_reached */
SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::text::pg_lsn AND coalesce((SELECT incarnation FROM public.database_incarnation) = $2::int, false) AND coalesce(
  (
    SELECT string_agg(u::text, ' ')
    FROM (SELECT * FROM usage_period ORDER BY period_start DESC LIMIT 2) u
  ), ''
) = $3 AS has
