UPDATE company c
SET name = $1, fce = $2::jsonb, legends = $3::jsonb
WHERE c.id = $4
RETURNING c.id, c.code, c.cuit, c.name, c.tax_type AS "taxType", c.address, c.state_id AS "stateId",
  c.gross_income AS "grossIncome", c.account_email AS "accountEmail", c.activity_code AS "activityCode",
  c.cbu_legend AS "cbuLegend", c.consumer_complaints AS "consumerComplaints", c.accent_color AS "accentColor",
  c.footer_text AS "footerText", c.withheld_a AS "withheldA", c.monotributo_category AS "monotributoCategory",
  c.vat_rounding AS "vatRounding", c.homologation_mail AS "homologationMail", c.invitations,
  c.certificate_mode AS "certificateMode", c.fce, c.legends, c.mail, c.sircip, c.activity_start::text AS "activityStart",
  c.created_at AS "createdAt"
