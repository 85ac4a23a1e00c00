SELECT sealed, generated_at AS "generatedAt", expires_at AS "expiresAt"
FROM ticket
WHERE certificate_id = $1
  AND service = $2
