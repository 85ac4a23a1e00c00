-- Credit invoices (FCE MiPyME): what a company's own declare unless the request says otherwise, and notes of notes.

-- {"cbu", "alias", "transfer"}; null: the company issues none.
ALTER TABLE "company" ADD COLUMN "fce" JSONB;

-- With the new column.
CREATE OR REPLACE VIEW "tenant"."company" AS SELECT * FROM "public"."company" WHERE "id" = "tenant"."own_company"() WITH CHECK OPTION;

-- A credit of a credit invoice's debit note names the invoice. It is a note of the debit note, too, which its issuance knows.
CREATE OR REPLACE FUNCTION "link_note"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  named JSON := ('{' || NEW.payload || '}')::json -> 'associatedVouchers';
BEGIN
  IF json_typeof(named) = 'array' THEN
    INSERT INTO "public"."voucher_note" ("company_id", "production", "pos_number", "voucher_type", "voucher_number", "note_id")
    SELECT DISTINCT NEW.company_id, NEW.production, (one ->> 'posNumber')::int, (one ->> 'voucherType')::int, (one ->> 'voucherNumber')::int, NEW.id
    FROM json_array_elements(named) AS one JOIN "public"."company" c ON c.id = NEW.company_id
    WHERE coalesce(one ->> 'cuit', c.cuit) = c.cuit
    ON CONFLICT DO NOTHING;
  END IF;
  IF NEW.voucher_type IN (203, 208, 213) THEN
    INSERT INTO "public"."voucher_note" ("company_id", "production", "pos_number", "voucher_type", "voucher_number", "note_id")
    SELECT v.company_id, v.production, v.pos_number, v.voucher_type, v.voucher_number, NEW.id
    FROM "public"."issuance" i JOIN "public"."voucher" v ON v.id = i.credited_id AND v.company_id = i.company_id AND v.production = i.production
    WHERE i.id = NEW.issuance_id
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
