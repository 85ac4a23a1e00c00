-- Vouchers that were issued elsewhere and imported ("rcel") have no PDF here and never will: what the renderer's sweep looks
-- for stays small all the same.
DROP INDEX "voucher_without_pdf";
CREATE INDEX "voucher_without_pdf" ON "voucher" ("id") WHERE NOT "has_pdf" AND "source" <> 'rcel';
