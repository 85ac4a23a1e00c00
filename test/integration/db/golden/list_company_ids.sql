SELECT id
FROM company
ORDER BY id
