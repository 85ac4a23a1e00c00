WITH t AS MATERIALIZED (
  SELECT t.id
  FROM issuance t
  WHERE t.id = $1
    AND t.state = 'queued'
  FOR UPDATE SKIP LOCKED
),
tried AS (
  UPDATE contingency c
  SET trial_id = t.id, trial_at = now()
  FROM t
  WHERE c.company_id = $2
    AND c.production = $3
    AND c.active_since IS NOT NULL
    AND NOT c.is_manual
    AND c.ready_at IS NOT NULL
    AND NOT EXISTS (
      SELECT
      FROM issuance i
      WHERE i.id = c.trial_id
        AND (
          i.state = 'queued'
          AND coalesce(
            c.trial_id = i.id
            AND c.trial_at > now() - 5 * interval '1 second'
            AND c.trial_at <= now() + interval '1 second', false
          )
          OR i.state = 'submitted'
          AND i.doubt IS NULL
        )
    )
    AND NOT EXISTS (
      SELECT
      FROM issuance t
      JOIN issuance i
        ON i.company_id = t.company_id
        AND i.production = t.production
        AND i.pos_number = t.pos_number
        AND i.voucher_type = t.voucher_type
        AND i.state = 'submitted'
      WHERE t.id = $4
    )
  RETURNING c.trial_id AS id
)
UPDATE issuance i
SET deadline_at = greatest(i.deadline_at, now() + $5 * interval '1 second')
FROM tried
WHERE i.id = tried.id
RETURNING i.id
