-- The public keys whose secret halves the issuers hold, so that the API can tell whether it seals to one of them.
CREATE TABLE "sealing_key" (
    "id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sealing_key_pkey" PRIMARY KEY ("id")
);

-- Private keys that are still under the secret key itself. Issuers look for them every minute, and soon there are none.
CREATE INDEX "certificate_sealed_by_secret" ON "certificate" ("id") WHERE substring("sealed_key" FROM 1 FOR 1) = '\x01'::bytea;
