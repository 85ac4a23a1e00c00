SELECT unverified OR (incarnation IS NOT NULL AND incarnation <> (SELECT public.current_incarnation())) AS unverified
FROM sequence
WHERE company_id = $1
  AND production = $2
  AND pos_number = $3
  AND voucher_type = $4
