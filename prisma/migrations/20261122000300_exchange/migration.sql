-- What was said to the tax authority about an issuance and what it answered, word for word but for the ticket.
-- Without a foreign key: evidence is written beside the issuance and must never wait for its row.
CREATE TABLE "exchange" (
    "id" BIGSERIAL NOT NULL,
    "issuance_id" INTEGER NOT NULL,
    "operation" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "answer" TEXT,
    "status" SMALLINT,
    "failure" TEXT,
    "outcome" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "took_ms" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "exchange_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "exchange_issuance" ON "exchange"("issuance_id");
CREATE INDEX "exchange_created" ON "exchange"("created_at");
