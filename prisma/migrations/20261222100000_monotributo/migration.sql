-- The category of a company that is a monotributista (condition 6).
ALTER TABLE "company" ADD COLUMN "monotributo_category" CHAR(1);
ALTER TABLE "company" ADD CONSTRAINT "company_monotributo_category_known" CHECK ("monotributo_category" ~ '^[A-K]$') NOT VALID;

-- With the new column.
CREATE OR REPLACE VIEW "tenant"."company" AS SELECT * FROM "public"."company" WHERE "id" = "tenant"."own_company"() WITH CHECK OPTION;

-- Caps of the monotributo that an operator entered. Others come with the product (shared/domain/monotributo/caps.ts).
CREATE TABLE "monotributo_caps" (
    "starts" DATE NOT NULL,
    -- Of categories A to K.
    "amounts" DECIMAL(15,2)[] NOT NULL,
    "entered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "monotributo_caps_pkey" PRIMARY KEY ("starts"),
    CONSTRAINT "monotributo_caps_of_each" CHECK (cardinality("amounts") = 11)
);

-- The law is nobody's data: every company reads the same.
CREATE VIEW "tenant"."monotributo_caps" AS SELECT * FROM "public"."monotributo_caps";
