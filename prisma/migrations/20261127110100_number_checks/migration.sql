-- What the last comparison of numbers with the authority showed for a company. An alarm for a database that lost vouchers.
CREATE TABLE "number_check" (
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- How many numbers differ: the authority counts them and no voucher here explains them, or ours are beyond the authority's.
    "behind" INTEGER NOT NULL,
    -- Why it could not be compared; NULL when it was.
    "problem" TEXT,

    CONSTRAINT "number_check_pkey" PRIMARY KEY ("company_id", "production"),
    CONSTRAINT "number_check_behind" CHECK ("behind" >= 0),
    CONSTRAINT "number_check_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- The API reads it for nobody in particular.
CREATE VIEW "tenant"."number_check" AS SELECT * FROM "public"."number_check" WHERE false WITH CHECK OPTION;
