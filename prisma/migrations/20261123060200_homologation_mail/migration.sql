-- To whom vouchers of homologation may be mailed: to anybody, to addresses of the account's domain, or to the account's address.
ALTER TABLE "company"
  ADD COLUMN "homologation_mail" TEXT NOT NULL DEFAULT 'any',
  ADD CONSTRAINT "company_homologation_mail_known" CHECK ("homologation_mail" IN ('any', 'domain', 'own'));
