WITH seq AS MATERIALIZED (
  SELECT id, last_number
  FROM sequence
  WHERE id = $1
    AND epoch = $2
    AND token = $3::bigint
    AND incarnation = (SELECT public.current_incarnation())
  FOR UPDATE
),
retried AS (
  UPDATE sequence s
  SET retry_at = now() + $4 * interval '1 second'
  FROM seq
  WHERE s.id = seq.id
    AND $5
    AND EXISTS (
      SELECT
      FROM issuance i
      WHERE i.company_id = $6
        AND i.production = $7
        AND i.pos_number = $8
        AND i.voucher_type = $9
        AND i.state = 'queued'
        AND i.is_background
    )
),
given AS (
  -- Of those that stay: a statement changes a row once.
  UPDATE issuance i
  SET deadline_at = GREATEST(i.deadline_at, now() + $10 * interval '1 second')
  FROM seq, contingency c
  WHERE $11
    AND i.company_id = $12
    AND i.production = $13
    AND i.pos_number = $14
    AND i.voucher_type = $15
    AND i.state = 'queued'
    AND (
      i.may_fail_over
      AND EXISTS (
        SELECT
        FROM public.contingency c
        WHERE c.company_id = i.company_id
          AND c.production = i.production
          AND c.active_since IS NOT NULL
      )
      AND NOT EXISTS (SELECT FROM public.freed_number f WHERE f.issuance_id = i.id)
      AND NOT public.is_suspect(i.id)
    )
    AND c.company_id = i.company_id
    AND c.production = i.production
    AND c.trial_id = i.id
  RETURNING i.id
),
tried AS (
  UPDATE contingency c
  SET trial_id = NULL, ready_at = NULL
  FROM given
  WHERE c.trial_id = given.id
),
-- What becomes of each is judged once its row is locked.
line AS MATERIALIZED (
  SELECT i.id
  FROM seq
  CROSS JOIN issuance i
  WHERE i.company_id = $16
    AND i.production = $17
    AND i.pos_number = $18
    AND i.voucher_type = $19
    AND i.state = 'queued'
    AND (
      i.id = $20
      OR i.is_background
      AND EXISTS (
        SELECT
        FROM issuance f
        WHERE f.id = $21
          AND f.is_background
          AND f.period_start = i.period_start
      )
    )
    AND NOT ($22 AND i.is_background)
    AND NOT (
      i.may_fail_over
      AND EXISTS (
        SELECT
        FROM public.contingency c
        WHERE c.company_id = i.company_id
          AND c.production = i.production
          AND c.active_since IS NOT NULL
          AND NOT coalesce(
            c.trial_id = i.id
            AND c.trial_at > now() - 5 * interval '1 second'
            AND c.trial_at <= now() + interval '1 second', false
          )
      )
      AND NOT EXISTS (SELECT FROM public.freed_number f WHERE f.issuance_id = i.id)
      AND NOT public.is_suspect(i.id)
    )
  ORDER BY i.queue_position, i.id
  LIMIT $23
  FOR UPDATE OF i
)
UPDATE issuance i
SET state = CASE
  WHEN (
    (
      coalesce(i.incarnation <> (SELECT public.current_incarnation()), false)
      OR (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
    )
    OR EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)
  ) THEN 'failed'
  ELSE $24::issuance_state
END,
  outcome = CASE
    WHEN (
      (
        coalesce(i.incarnation <> (SELECT public.current_incarnation()), false)
        OR (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
      )
      OR EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)
    ) THEN $25::jsonb
    ELSE $26::jsonb
  END, settled_at = clock_timestamp()
FROM line
WHERE i.id = line.id
  AND i.company_id = $27
  AND i.production = $28
  AND i.pos_number = $29
  AND i.voucher_type = $30
  AND i.state = 'queued'
  AND (
    i.id = $31
    OR i.is_background
    AND EXISTS (
      SELECT
      FROM issuance f
      WHERE f.id = $32
        AND f.is_background
        AND f.period_start = i.period_start
    )
  )
  AND NOT ($33 AND i.is_background)
  AND NOT (
    i.may_fail_over
    AND EXISTS (
      SELECT
      FROM public.contingency c
      WHERE c.company_id = i.company_id
        AND c.production = i.production
        AND c.active_since IS NOT NULL
        AND NOT coalesce(
          c.trial_id = i.id
          AND c.trial_at > now() - 5 * interval '1 second'
          AND c.trial_at <= now() + interval '1 second', false
        )
    )
    AND NOT EXISTS (SELECT FROM public.freed_number f WHERE f.issuance_id = i.id)
    AND NOT public.is_suspect(i.id)
  )
RETURNING i.id
