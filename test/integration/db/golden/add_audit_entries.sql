INSERT INTO audit_entry (
  company_id, production, action, resource_id, before, after, actor_type, actor_email, actor_api_key_id, actor_name
)
SELECT r."companyId", r.production, r.action, r."resourceId", r.before, r.after, $1::text, $2::text, $3::int, $4::text
FROM jsonb_to_recordset($5::jsonb) AS r(
  "companyId" int, production boolean, action text, "resourceId" text, before jsonb, after jsonb
)
RETURNING id
