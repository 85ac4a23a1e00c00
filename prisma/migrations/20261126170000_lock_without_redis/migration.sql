-- Who serves a sequence while its lock in Redis cannot be had. It saves work, as that lock does, and decides nothing: a crash may lose
-- it. Source: issuer/README.md, section 4.
CREATE UNLOGGED TABLE "sequence_lease" (
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    "pos_number" INTEGER NOT NULL,
    "voucher_type" INTEGER NOT NULL,
    -- One drain.
    "holder" UUID NOT NULL,
    "held_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sequence_lease_pkey" PRIMARY KEY ("company_id", "production", "pos_number", "voucher_type")
);

-- A lease is no company's.
CREATE VIEW "tenant"."sequence_lease" AS SELECT * FROM "public"."sequence_lease" WHERE false WITH CHECK OPTION;
