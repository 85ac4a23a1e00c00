SELECT declared
FROM freed_number
WHERE sequence_id = $1
  AND number = $2
