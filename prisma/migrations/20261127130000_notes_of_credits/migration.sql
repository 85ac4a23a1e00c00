-- A debit of a credit invoice's credit note names the invoice, as a credit of its debit note does. It is a note of the credit note, too, which
-- its issuance knows.
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
  IF NEW.voucher_type IN (202, 203, 207, 208, 212, 213) THEN
    INSERT INTO "public"."voucher_note" ("company_id", "production", "pos_number", "voucher_type", "voucher_number", "note_id")
    SELECT v.company_id, v.production, v.pos_number, v.voucher_type, v.voucher_number, NEW.id
    FROM "public"."issuance" i JOIN "public"."voucher" v ON v.id = i.credited_id AND v.company_id = i.company_id AND v.production = i.production
    WHERE i.id = NEW.issuance_id
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
