INSERT INTO print_try AS t (company_id, voucher_id, versions, tries, due_at)
VALUES ($1, $2, $3, 1, now() + least($4, $5 * 2 ^ least(1 - 1, 10)) * interval '1 second') ON CONFLICT ON CONSTRAINT print_try_pkey DO UPDATE
SET tries = t.tries + 1, due_at = now() + least($6, $7 * 2 ^ least(t.tries + 1 - 1, 10)) * interval '1 second'
WHERE $8
  OR (
    t.due_at <= now()
    OR t.due_at > now() + least($9, $10 * 2 ^ least(t.tries - 1, 10)) * interval '1 second' + interval '1 second'
  )
  AND ($11 OR t.tries < $12)
RETURNING tries
