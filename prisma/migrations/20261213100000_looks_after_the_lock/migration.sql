-- It was imported while its numbering was unverified: the database may have forgotten the attempt that made it.
ALTER TABLE voucher ADD COLUMN while_unverified boolean NOT NULL DEFAULT false;
CREATE OR REPLACE VIEW tenant.voucher AS SELECT * FROM public.voucher
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
