/* claim_checkouts */
WITH due AS (
  SELECT id, ask_at, row_number() OVER (PARTITION BY company_id ORDER BY ask_at, id) AS turn
  FROM public.checkout
  WHERE ask_at <= now()
),
-- Looks at the time again, on the row that is locked: another process may have claimed it meanwhile.
claimed AS MATERIALIZED (
  SELECT c.id
  FROM due
  JOIN public.checkout c
    ON c.id = due.id
    AND c.ask_at <= now()
  ORDER BY due.turn, due.ask_at, due.id
  LIMIT $1
  FOR UPDATE OF c SKIP LOCKED
)
UPDATE public.checkout c
SET closed_at = CASE WHEN c.ends_at <= now() THEN coalesce(c.closed_at, now()) ELSE c.closed_at END,
  ask_at = CASE
    WHEN c.created_at > now() - interval '1 hour' THEN now() + interval '30 seconds'
    WHEN c.created_at > now() - interval '72 hours' THEN now() + interval '15 minutes'
    WHEN c.created_at > now() - interval '30 days'
      AND EXISTS (
        SELECT
        FROM public.payment p
        WHERE p.checkout_id = c.id
          AND p.state = 'pending'
      ) THEN now() + interval '1 hour'
  END
FROM claimed
WHERE c.id = claimed.id
RETURNING c.id, c.reference
