-- The dated rules whose day an operator moved (shared/domain/dated-rules.ts). All others begin on the day that stands there.
CREATE TABLE "rule_move" (
    "name" TEXT NOT NULL,
    -- NULL: never.
    "starts" DATE,
    "moved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rule_move_pkey" PRIMARY KEY ("name")
);

-- The law is nobody's data: every company reads the same.
CREATE VIEW "tenant"."rule_move" AS SELECT * FROM "public"."rule_move";
