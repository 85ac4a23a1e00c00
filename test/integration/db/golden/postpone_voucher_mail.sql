WITH mail AS (
  SELECT r.id, r.company_id, v.production, r.counted_on
  FROM recipient r
  JOIN voucher v
    ON v.id = r.voucher_id
  WHERE r.id = $1
    AND r.state = 'due'
  FOR UPDATE OF r
),
given_back AS (
  UPDATE mail_count c
  SET mails = c.mails - 1
  FROM mail
  WHERE NOT $2
    AND c.company_id = mail.company_id
    AND c.production = mail.production
    AND c.day = mail.counted_on
    AND c.mails > 0
)
UPDATE recipient
SET due_at = now() + $3 * interval '1 millisecond', smtp_response = $4, is_claimed = false,
  unknown_outcomes = unknown_outcomes + $5, counted_on = CASE WHEN $6 THEN recipient.counted_on END
FROM mail
WHERE recipient.id = mail.id
