SELECT r.id AS "recipientId", r.voucher_id AS "voucherId", r.email, r.name, r.comments, r.pdf_versions AS "pdfVersions",
  r.state::text AS state, (extract(epoch FROM now() - r.created_at) * 1000)::float8 AS "ageMs",
  greatest(0, extract(epoch FROM r.due_at - now()) * 1000)::float8 AS "waitMs", c.account_email AS "accountEmail",
  c.homologation_mail AS "homologationMail", c.mail AS sender
FROM recipient r
JOIN voucher v
  ON v.id = r.voucher_id
JOIN company c
  ON c.id = v.company_id
WHERE r.id = $1
