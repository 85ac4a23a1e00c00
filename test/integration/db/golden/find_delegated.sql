SELECT id
FROM company
WHERE certificate_mode = 'delegated'
