INSERT INTO caea AS a (company_id, production, period, fortnight, valid_from, valid_to, asked_at)
VALUES ($1, $2, $3, $4, $5, $6, now()) ON CONFLICT (company_id, production, period, fortnight) DO UPDATE
SET asked_at = now()
WHERE a.code IS NULL
  AND coalesce(
    a.asked_at <= now() - interval '1 second' * CASE
      WHEN (
        a.asked_at IS NOT NULL
        AND coalesce(a.problem ->> 'code', 'TAXAUTH_CONNECTION_ERROR') = 'TAXAUTH_CONNECTION_ERROR'
      ) THEN $7::int
      ELSE $8::int
    END
    OR a.asked_at > now() + interval '1 second', true
  )
RETURNING a.id
