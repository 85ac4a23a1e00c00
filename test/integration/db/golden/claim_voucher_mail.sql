WITH mail AS (
  SELECT r.id, r.company_id, v.production, r.counted_on IS NOT DISTINCT FROM (now() AT TIME ZONE interval '-3 hours')::date AS counted,
    CASE WHEN v.production THEN $1::int ELSE $2::int END AS most
  FROM recipient r
  JOIN voucher v
    ON v.id = r.voucher_id
  WHERE r.id = $3
    AND r.state = 'due'
    AND r.due_at <= now()
  FOR UPDATE OF r
),
count AS (
  INSERT INTO mail_count AS c (company_id, production, day, mails)
  SELECT company_id, production, (now() AT TIME ZONE interval '-3 hours')::date, 1
  FROM mail
  WHERE NOT counted
    ON CONFLICT (company_id, production) DO UPDATE
  SET day = excluded.day, mails = CASE WHEN c.day = excluded.day THEN c.mails + 1 ELSE 1 END
  WHERE c.day <> excluded.day
    OR c.mails < coalesce((SELECT most FROM mail), c.mails + 1)
  RETURNING 1
),
verdict AS (SELECT id, counted OR EXISTS (SELECT 1 FROM count) AS granted, most FROM mail)
UPDATE recipient
SET attempts = attempts + granted::int, unknown_outcomes = unknown_outcomes + (granted AND is_claimed)::int,
  is_claimed = granted, over_limit = NOT granted,
  counted_on = CASE WHEN granted THEN (now() AT TIME ZONE interval '-3 hours')::date ELSE counted_on END,
  due_at = CASE
    WHEN granted THEN now() + $4 * 2 ^ least(unknown_outcomes + is_claimed::int, 8) * interval '1 millisecond'
    ELSE (
      ((now() AT TIME ZONE interval '-3 hours')::date + 1)::timestamp AT TIME ZONE interval '-3 hours'
    )
  END,
  smtp_response = CASE
    WHEN granted THEN smtp_response
    ELSE format(
      'the company''s %s mails of the day are used up; this one waits for %s', most,
      (now() AT TIME ZONE interval '-3 hours')::date + 1
    )
  END
FROM verdict
WHERE recipient.id = verdict.id
RETURNING attempts, unknown_outcomes AS "lostAnswers",
  (extract(epoch FROM now() - created_at) * 1000)::float8 AS "ageMs", over_limit AS "overLimit", smtp_response AS answer
