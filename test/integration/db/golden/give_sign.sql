/* give_sign */
WITH forgotten AS (
  DELETE FROM public.serving_process
  WHERE id <> $1::uuid
    AND (seen_at < now() - interval '1 hour' OR seen_at > now() + interval '1 minute')
)
INSERT INTO public.serving_process (id, kind, version)
VALUES ($2::uuid, $3, $4) ON CONFLICT (id) DO UPDATE
SET seen_at = now()
