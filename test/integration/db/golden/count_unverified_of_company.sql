SELECT c.code, s.production, count(*)::int AS numberings
FROM sequence s
JOIN company c
  ON c.id = s.company_id
WHERE NOT public.is_verified(s)
  AND NOT EXISTS (
    SELECT
    FROM point_of_sale p
    WHERE p.company_id = s.company_id
      AND p.production = s.production
      AND p.number = s.pos_number
      AND p.authorized_by = 'CAEA'
  )
  AND NOT EXISTS (
    SELECT
    FROM database_incarnation l
    WHERE l.began_at BETWEEN clock_timestamp() - interval '10 minutes' AND clock_timestamp() + interval '10 minutes'
  )
  AND s.company_id = $1
GROUP BY c.code, s.production
ORDER BY c.code, s.production
