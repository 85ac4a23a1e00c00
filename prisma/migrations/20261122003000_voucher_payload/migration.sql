-- What an issuance's payload says beyond the voucher's own columns, kept as the text that the listing hands on: a page is put
-- together in the database without reading a payload, and the api sends it as it comes.
ALTER TABLE "voucher" ALTER COLUMN "body" TYPE JSON USING (
  "body" - ARRAY['idempotency', 'posNumber', 'voucherType', 'voucherDate', 'currency', 'externalReference', 'emails']
  || jsonb_build_object('tributes', nullif("body" -> 'tributes', '[]'), 'associatedVouchers', nullif("body" -> 'associatedVouchers', '[]'))
)::text::json;
ALTER TABLE "voucher" RENAME COLUMN "body" TO "payload";
