SELECT count(*)::int AS recipients
FROM recipient
WHERE voucher_id = $1
