-- Which notes modify which voucher, and which voucher an issuance credits.

-- The voucher that POST /invoices/{id}/credit-notes credits. No foreign key: recording waits for no other row.
ALTER TABLE "issuance" ADD COLUMN "credited_id" INTEGER;

-- The voucher is named as notes name it, by type, point of sale and number: it may be recorded after its note, or never.
CREATE TABLE "voucher_note" (
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    "pos_number" INTEGER NOT NULL,
    "voucher_type" INTEGER NOT NULL,
    "voucher_number" INTEGER NOT NULL,
    -- The credit or debit note. No foreign key: vouchers are never deleted.
    "note_id" INTEGER NOT NULL,

    CONSTRAINT "voucher_note_pkey" PRIMARY KEY ("company_id", "production", "pos_number", "voucher_type", "voucher_number", "note_id")
);

-- A note's links are recorded in the commit of the note, whoever records it. Vouchers of other issuers are not linked.
-- It runs with its owner's rights, so no process may write a link of its own.
CREATE FUNCTION "link_note"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
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
  RETURN NULL;
END
$$;
CREATE TRIGGER "link_note" AFTER INSERT ON "voucher" FOR EACH ROW
  WHEN (NEW."voucher_type" IN (2, 3, 7, 8, 12, 13, 52, 53, 202, 203, 207, 208, 212, 213)) EXECUTE FUNCTION "link_note"();

CREATE VIEW "tenant"."voucher_note" AS SELECT * FROM "public"."voucher_note"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;

-- With the new column.
CREATE OR REPLACE VIEW "tenant"."issuance" AS SELECT * FROM "public"."issuance"
  WHERE "company_id" = "tenant"."own_company"() AND "production" = "tenant"."own_environment"() WITH CHECK OPTION;
