-- From this moment on the key is refused; null = it is valid until it is revoked.
ALTER TABLE "api_key" ADD COLUMN "expires_at" TIMESTAMPTZ(3);

-- The account is told before a key expires. Every row fits the wider rule.
ALTER TABLE "warning" DROP CONSTRAINT "warning_kind_known";
ALTER TABLE "warning" ADD CONSTRAINT "warning_kind_known" CHECK ("kind" IN ('quota', 'certificate', 'subscription', 'apikey')) NOT VALID;
