-- One exchange may be about many vouchers: their common request and answer are kept once.
ALTER TABLE "exchange" ADD COLUMN "issuance_ids" INTEGER[];
UPDATE "exchange" SET "issuance_ids" = ARRAY["issuance_id"];
ALTER TABLE "exchange" DROP COLUMN "issuance_id";
ALTER TABLE "exchange" ALTER COLUMN "issuance_ids" SET NOT NULL;
CREATE INDEX "exchange_issuances" ON "exchange" USING GIN ("issuance_ids");
