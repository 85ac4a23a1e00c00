-- The API records that fiscal data changed, and no other warning: of those that end up in a signed event of a webhook it could choose the words.
CREATE OR REPLACE VIEW tenant.warning AS SELECT * FROM public.warning
  WHERE company_id = tenant.own_company() AND kind = 'fiscaldata' WITH CHECK OPTION;
