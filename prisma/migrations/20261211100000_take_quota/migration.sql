-- The quota of a company's month, for a statement that issues: counts the vouchers that it recorded (`used`, of which `production` are of
-- production), which had reserved it, and reserves for those in line (`asked`) as far as the month has room. Gives how many it reserved; null
-- without that month. A function, because many sequences share this row: PostgreSQL looks again at a row that another statement has just
-- changed, and for that prepares the whole statement once more. This one is small, and begins with the row as it is now.
CREATE FUNCTION take_quota(company integer, period date, used integer, production integer, asked integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  monthly integer;
  given integer;
BEGIN
  IF asked > 0 THEN
    SELECT p.monthly_vouchers INTO monthly FROM public.subscription s JOIN public.plan p ON p.id = s.plan_id WHERE s.company_id = company;
  END IF;
  UPDATE public.usage_period u SET
    last_reserved = least(asked, greatest(0, monthly + u.extra - u.reserved - u.used_production - u.used_homologation)),
    reserved = u.reserved - used + least(asked, greatest(0, monthly + u.extra - u.reserved - u.used_production - u.used_homologation)),
    used_production = u.used_production + production, used_homologation = u.used_homologation + used - production
  WHERE u.company_id = company AND u.period_start = period
  RETURNING u.last_reserved INTO given;
  RETURN given;
END $$;
GRANT EXECUTE ON FUNCTION take_quota(integer, date, integer, integer, integer) TO PUBLIC;
