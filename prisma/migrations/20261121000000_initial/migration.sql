-- The place in a sequence's line: given at every arming, never reused.
CREATE SEQUENCE "issuance_place" AS BIGINT;

-- CreateSchema

-- CreateEnum
CREATE TYPE "issuance_state" AS ENUM ('queued', 'submitted', 'approved', 'rejected', 'cancelled', 'failed');

-- CreateEnum
CREATE TYPE "recipient_state" AS ENUM ('due', 'sent', 'failed');

-- CreateTable
CREATE TABLE "company" (
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "cuit" CHAR(11) NOT NULL,
    "name" TEXT NOT NULL,
    "tax_type" INTEGER NOT NULL,
    "address" TEXT,
    "state_id" INTEGER,
    "gross_income" TEXT,
    "activity_start" DATE,
    "account_email" TEXT,
    "vat_rounding" TEXT NOT NULL DEFAULT 'auto',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "company_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plan" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "monthly_vouchers" INTEGER NOT NULL,

    CONSTRAINT "plan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscription" (
    "company_id" INTEGER NOT NULL,
    "plan_id" INTEGER NOT NULL,
    "anchor" DATE NOT NULL,
    "until" DATE NOT NULL,

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("company_id")
);

-- CreateTable
CREATE TABLE "certificate" (
    "id" SERIAL NOT NULL,
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    "alias" TEXT NOT NULL,
    "csr" TEXT NOT NULL,
    "sealed_key" BYTEA NOT NULL,
    "certificate" TEXT,
    "active" BOOLEAN NOT NULL DEFAULT false,
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "certificate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ticket" (
    "certificate_id" INTEGER NOT NULL,
    "service" TEXT NOT NULL,
    "sealed" BYTEA,
    "generated_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "login_at" TIMESTAMPTZ(3),

    CONSTRAINT "ticket_pkey" PRIMARY KEY ("certificate_id","service")
);

-- CreateTable
CREATE TABLE "point_of_sale" (
    "id" SERIAL NOT NULL,
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT,
    "address" TEXT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "logo_key" TEXT,
    "additional_data_keys" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "point_of_sale_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" SERIAL NOT NULL,
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sequence" (
    "id" SERIAL NOT NULL,
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    "pos_number" INTEGER NOT NULL,
    "voucher_type" INTEGER NOT NULL,
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "last_number" INTEGER,
    "last_date" CHAR(8),

    CONSTRAINT "sequence_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "issuance" (
    "id" SERIAL NOT NULL,
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    "idempotency" VARCHAR(128) NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "pos_number" INTEGER NOT NULL,
    "voucher_type" INTEGER NOT NULL,
    "state" "issuance_state" NOT NULL DEFAULT 'queued',
    "place" BIGINT NOT NULL DEFAULT nextval('issuance_place'),
    "body" JSONB,
    "body_hash" BYTEA NOT NULL,
    "amounts" JSONB,
    "api_key_id" INTEGER,
    "user_email" TEXT,
    "request_id" TEXT NOT NULL,
    "period_start" DATE NOT NULL,
    "armed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "number" INTEGER,
    "submitted_at" TIMESTAMPTZ(3),
    "epoch" INTEGER,
    "doubt" TEXT,
    "refusal" JSONB,
    "settled_at" TIMESTAMPTZ(3),
    "outcome" JSONB,

    CONSTRAINT "issuance_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "voucher" (
    "id" SERIAL NOT NULL,
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    "pos_number" INTEGER NOT NULL,
    "voucher_type" INTEGER NOT NULL,
    "voucher_number" INTEGER NOT NULL,
    "voucher_date" CHAR(8) NOT NULL,
    "doc_type" INTEGER NOT NULL,
    "doc_number" TEXT NOT NULL,
    "total_amount" DECIMAL(15,2) NOT NULL,
    "net_amount" DECIMAL(15,2) NOT NULL,
    "vat_amount" DECIMAL(15,2) NOT NULL,
    "exempt_amount" DECIMAL(15,2) NOT NULL,
    "not_taxable_amount" DECIMAL(15,2) NOT NULL,
    "tributes_amount" DECIMAL(15,2) NOT NULL,
    "cae" CHAR(14) NOT NULL,
    "cae_expiration_date" CHAR(8) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'APPROVED',
    "currency" TEXT NOT NULL,
    "currency_quotation" DECIMAL(10,6) NOT NULL,
    "external_reference" TEXT,
    "idempotency" TEXT,
    "issuance_id" INTEGER,
    "api_key_id" INTEGER,
    "user_email" TEXT,
    "source" TEXT NOT NULL DEFAULT 'api',
    "request_id" TEXT,
    "body" JSONB NOT NULL,
    "lines" JSONB NOT NULL,
    "vat" JSONB NOT NULL,
    "observations" JSONB,
    "has_pdf" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "voucher_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recipient" (
    "id" SERIAL NOT NULL,
    "voucher_id" INTEGER NOT NULL,
    "slot" SMALLINT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "comments" TEXT,
    "pdf_versions" SMALLINT[],
    "state" "recipient_state" NOT NULL DEFAULT 'due',
    "smtp_response" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recipient_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pdf" (
    "voucher_id" INTEGER NOT NULL,
    "versions" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pdf_pkey" PRIMARY KEY ("voucher_id","versions")
);

-- CreateTable
CREATE TABLE "usage_period" (
    "company_id" INTEGER NOT NULL,
    "period_start" DATE NOT NULL,
    "extra" INTEGER NOT NULL DEFAULT 0,
    "reserved" INTEGER NOT NULL DEFAULT 0,
    "used_production" INTEGER NOT NULL DEFAULT 0,
    "used_homologation" INTEGER NOT NULL DEFAULT 0,
    "warned_at" TIMESTAMPTZ(3),

    CONSTRAINT "usage_period_pkey" PRIMARY KEY ("company_id","period_start")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" SERIAL NOT NULL,
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN,
    "action" TEXT NOT NULL,
    "resource_id" TEXT,
    "actor_type" TEXT NOT NULL,
    "actor_email" TEXT,
    "actor_api_key_id" INTEGER,
    "before" JSONB,
    "after" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "company_code_key" ON "company"("code");

-- CreateIndex
CREATE UNIQUE INDEX "plan_name_key" ON "plan"("name");

-- CreateIndex
CREATE INDEX "certificate_company_id_production_idx" ON "certificate"("company_id", "production");

-- CreateIndex
CREATE UNIQUE INDEX "point_of_sale_number" ON "point_of_sale"("company_id", "production", "number");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_company_id_production_idx" ON "api_key"("company_id", "production");

-- CreateIndex
CREATE UNIQUE INDEX "sequence_key" ON "sequence"("company_id", "production", "pos_number", "voucher_type");

-- CreateIndex
CREATE UNIQUE INDEX "issuance_idempotency" ON "issuance"("company_id", "production", "idempotency");

-- CreateIndex
CREATE UNIQUE INDEX "voucher_issuance" ON "voucher"("issuance_id");

-- CreateIndex
CREATE INDEX "voucher_listing" ON "voucher"("company_id", "production", "id");

-- CreateIndex
CREATE INDEX "voucher_date" ON "voucher"("company_id", "production", "voucher_date");

-- CreateIndex
CREATE INDEX "voucher_created" ON "voucher"("company_id", "production", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "voucher_sequence_number" ON "voucher"("company_id", "production", "pos_number", "voucher_type", "voucher_number");

-- CreateIndex
CREATE UNIQUE INDEX "voucher_idempotency" ON "voucher"("company_id", "production", "idempotency");

-- CreateIndex
CREATE UNIQUE INDEX "recipient_slot" ON "recipient"("voucher_id", "slot");

-- CreateIndex
CREATE INDEX "audit_entry_created" ON "audit_entry"("company_id", "created_at");

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plan"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_certificate_id_fkey" FOREIGN KEY ("certificate_id") REFERENCES "certificate"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "point_of_sale" ADD CONSTRAINT "point_of_sale_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence" ADD CONSTRAINT "sequence_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "issuance" ADD CONSTRAINT "issuance_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "issuance" ADD CONSTRAINT "issuance_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_key"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "voucher" ADD CONSTRAINT "voucher_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "voucher" ADD CONSTRAINT "voucher_issuance_id_fkey" FOREIGN KEY ("issuance_id") REFERENCES "issuance"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "voucher" ADD CONSTRAINT "voucher_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_key"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recipient" ADD CONSTRAINT "recipient_voucher_id_fkey" FOREIGN KEY ("voucher_id") REFERENCES "voucher"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pdf" ADD CONSTRAINT "pdf_voucher_id_fkey" FOREIGN KEY ("voucher_id") REFERENCES "voucher"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_period" ADD CONSTRAINT "usage_period_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

