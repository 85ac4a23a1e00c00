DELETE FROM pdf
WHERE voucher_id = $1
  AND versions <> $2
