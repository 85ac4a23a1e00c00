-- What an issuance's payload says beyond the voucher's own columns, kept as the text that the listing hands on, the members of a
-- JSON object without its braces: a page is put together in the database without reading a payload, and the api sends it as
-- it comes.
ALTER TABLE "voucher" ALTER COLUMN "body" TYPE TEXT USING left(substr((
  "body" - ARRAY['idempotency', 'posNumber', 'voucherType', 'voucherDate', 'currency', 'externalReference', 'emails']
  || jsonb_build_object('tributes', nullif("body" -> 'tributes', '[]'), 'associatedVouchers', nullif("body" -> 'associatedVouchers', '[]'))
)::text, 2), -1);
ALTER TABLE "voucher" RENAME COLUMN "body" TO "payload";
ALTER TABLE "voucher" ADD CONSTRAINT "voucher_payload_is_members" CHECK (('{' || "payload" || '}')::json IS NOT NULL);
