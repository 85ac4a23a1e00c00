-- An element is its key, armed or not.
--
-- One that waits for its key is linked to the key's issuance, without a revision. When the issuance ends, the trigger settles the element with
-- the voucher, or takes the link away: then the sweep looks at it. So the sweep reads what it can change, and nothing else.

DROP INDEX "batch_element_unarmed";
-- What the sweep has to look at: not armed, and not linked to its key's issuance.
CREATE INDEX "batch_element_loose" ON "batch_element"("company_id", "production", "batch_id", "index")
  WHERE "issuance_id" IS NULL AND "attempt" IS NOT NULL;

-- A failed element whose key gets its voucher later counts as issued.
CREATE OR REPLACE FUNCTION "settle_elements"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  UPDATE "public"."batch_element" e SET state = CASE NEW.state::text WHEN 'approved' THEN 'issued' ELSE 'failed' END, outcome = NEW.outcome,
    settled_at = coalesce(e.settled_at, now()), attempt = NULL
  WHERE e.issuance_id = NEW.id AND (e.state = 'pending' AND e.revision IS NOT NULL
    OR NEW.state = 'approved' AND e.pos_number = NEW.pos_number AND e.voucher_type = NEW.voucher_type);
  -- Those that waited for the key. It is free now, or has a voucher that is not theirs.
  UPDATE "public"."batch_element" e SET issuance_id = NULL WHERE e.issuance_id = NEW.id AND e.state = 'pending';
  RETURN NULL;
END
$$;
