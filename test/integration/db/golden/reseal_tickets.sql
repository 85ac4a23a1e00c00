SELECT certificate_id AS "certificateId", service, sealed
FROM ticket
WHERE sealed IS NOT NULL
