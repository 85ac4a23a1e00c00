/* cancel_overdue */
WITH own AS MATERIALIZED (
  SELECT id
  FROM issuance
  WHERE id = $1
    AND revision = $2
    AND state = 'queued'
    AND deadline_at <= now()
  FOR UPDATE
)
-- What becomes of it is judged once its row is locked.
UPDATE issuance i
SET state = CASE
  WHEN (
    (
      coalesce(i.incarnation <> (SELECT public.current_incarnation()), false)
      OR (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
    )
    OR EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)
  ) THEN 'failed'
  ELSE $3::issuance_state
END,
  outcome = CASE
    WHEN (
      (
        coalesce(i.incarnation <> (SELECT public.current_incarnation()), false)
        OR (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
      )
      OR EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)
    ) THEN $4::jsonb
    ELSE $5::jsonb
  END, settled_at = now()
FROM own
WHERE i.id = own.id
  AND i.revision = $6
  AND i.state = 'queued'
  AND i.deadline_at <= now()
