-- Whether any company is an agent of SIRCIP, for who watches over the padrón and may not read what a company says of itself.
CREATE FUNCTION "has_sircip_agents"() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  RETURN EXISTS (SELECT FROM "public"."company" WHERE "sircip" IS NOT NULL);
REVOKE EXECUTE ON FUNCTION "has_sircip_agents"() FROM PUBLIC;
