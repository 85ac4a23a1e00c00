SELECT
FROM freed_number
WHERE sequence_id = $1
  AND number > $2
  AND number <= $3
LIMIT 1
