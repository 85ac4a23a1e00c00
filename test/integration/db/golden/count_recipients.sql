SELECT count(*)::int AS count
FROM recipient
WHERE voucher_id = $1
