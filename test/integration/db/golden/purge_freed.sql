DELETE FROM freed_number f
USING sequence s
WHERE s.id = f.sequence_id
  AND f.number <= s.last_number
  AND f.created_at < now() - $1 * interval '1 day'
  AND (
    NOT public.is_in_doubt(f)
    OR EXISTS (
      SELECT
      FROM issuance i
      WHERE i.id = f.issuance_id
        AND i.state = 'approved'
    )
  )
