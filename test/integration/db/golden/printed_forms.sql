SELECT versions
FROM pdf
WHERE voucher_id = $1
ORDER BY versions
