-- What an issuance asked for that made no voucher, until it is purged.
CREATE INDEX "issuance_content" ON "issuance" ("settled_at") WHERE "state" IN ('rejected', 'cancelled', 'failed') AND "body" IS NOT NULL;
