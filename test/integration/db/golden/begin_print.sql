INSERT INTO print_attempt AS t (company_id, voucher_id, versions, attempt_count, due_at)
VALUES ($1, $2, $3, 1, now() + least($4, $5 * 2 ^ least(1 - 1, 10)) * interval '1 second') ON CONFLICT ON CONSTRAINT print_attempt_pkey DO UPDATE
SET attempt_count = t.attempt_count + 1,
  due_at = now() + least($6, $7 * 2 ^ least(t.attempt_count + 1 - 1, 10)) * interval '1 second'
WHERE $8
  OR (
    t.due_at <= now()
    OR t.due_at > now() + least($9, $10 * 2 ^ least(t.attempt_count - 1, 10)) * interval '1 second' + interval '1 second'
  )
  AND ($11 OR t.attempt_count < $12)
RETURNING attempt_count AS tries
