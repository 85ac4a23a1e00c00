/* give_sign */
WITH forgotten AS (
  DELETE FROM public.serving_process
  WHERE id <> $1::uuid
    AND (
      last_heartbeat_at < now() - interval '1 hour'
      OR last_heartbeat_at > now() + interval '1 minute'
    )
)
INSERT INTO public.serving_process (id, kind, version, clock_ahead_ms)
VALUES ($2::uuid, $3, $4, $5::bigint) ON CONFLICT (id) DO UPDATE
SET last_heartbeat_at = now(), clock_ahead_ms = excluded.clock_ahead_ms
