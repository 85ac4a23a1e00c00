-- A taxpayer has each point of sale once. Of several companies of one CUIT, in one environment, only one uses it: two of them would number it side by
-- side, and one would take the other's voucher for its own.
ALTER TABLE point_of_sale ADD COLUMN cuit char(11) NOT NULL DEFAULT '';
UPDATE point_of_sale p SET cuit = c.cuit FROM company c WHERE c.id = p.company_id;
-- A row that was loaded past the triggers has none yet.
CREATE UNIQUE INDEX point_of_sale_of_cuit ON point_of_sale (cuit, production, number) WHERE enabled AND cuit <> '';

-- It is the company's, whatever a statement says. A company's never changes.
CREATE FUNCTION note_cuit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  NEW.cuit := (SELECT c.cuit FROM public.company c WHERE c.id = NEW.company_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER note_cuit BEFORE INSERT OR UPDATE OF company_id, cuit ON point_of_sale FOR EACH ROW EXECUTE FUNCTION note_cuit();

CREATE OR REPLACE VIEW tenant.point_of_sale AS SELECT * FROM public.point_of_sale
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;

-- Whether another company uses it, which the asking one cannot see. Who asks next waits for the end of this transaction.
CREATE FUNCTION point_of_sale_is_others(company INTEGER, environment BOOLEAN, pos INTEGER) RETURNS BOOLEAN LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7266004, hashtext(c.cuit || environment || pos)) FROM public.company c WHERE c.id = company;
  RETURN EXISTS (SELECT FROM public.company c JOIN public.point_of_sale p ON p.cuit = c.cuit AND p.production = environment
    AND p.number = pos AND p.enabled AND p.company_id <> c.id WHERE c.id = company);
END
$$;
REVOKE EXECUTE ON FUNCTION point_of_sale_is_others(integer, boolean, integer), note_cuit() FROM PUBLIC;
