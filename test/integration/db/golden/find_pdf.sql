/* find_pdf */
SELECT storage_key AS "storageKey"
FROM pdf
WHERE voucher_id = $1
  AND versions = $2
