UPDATE issuance
SET body = NULL, amounts = NULL, declared = NULL
WHERE id IN (
  SELECT id
  FROM issuance
  WHERE state IN ('rejected', 'cancelled', 'failed')
    AND body IS NOT NULL
    AND settled_at < now() - $1 * interval '1 day'
    AND (
      outcome ->> 'code' IS DISTINCT FROM 'TAXAUTH_UNCONFIRMED'
      OR settled_at < now() - $2 * interval '1 day'
    )
  ORDER BY settled_at
  LIMIT $3
  FOR UPDATE SKIP LOCKED
)
