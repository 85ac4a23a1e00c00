SELECT f.number, f.declared
FROM freed_number f
JOIN sequence s
  ON s.id = f.sequence_id
WHERE s.company_id = $1
  AND s.production = $2
  AND s.pos_number = $3
  AND s.voucher_type = $4
  AND f.number BETWEEN $5 AND $6
ORDER BY f.number
