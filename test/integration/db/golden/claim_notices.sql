UPDATE public.payment_notice n
SET due_at = now() + interval '1 minute'
WHERE n.provider_id IN (
  SELECT provider_id
  FROM public.payment_notice
  WHERE due_at <= now()
  ORDER BY due_at
  LIMIT $1
  FOR UPDATE SKIP LOCKED
)
RETURNING n.provider_id AS "providerId", n.due_at::text AS "dueAt"
