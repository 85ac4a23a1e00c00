-- Questions to the tax authority that issue nothing, with their answers: asked by the API and by operators, answered by an issuer.
-- Redis only wakes the issuer, so nobody who can write there can ask or answer.
-- Unlogged: a question that a crash forgets is asked again, and the commits wait for no disk. JSON keeps an answer as it was written.
CREATE UNLOGGED TABLE "authority_question" (
    "id" UUID NOT NULL,
    "company_id" INTEGER NOT NULL,
    "production" BOOLEAN NOT NULL,
    "ask" JSON NOT NULL,
    "request_id" TEXT NOT NULL,
    -- Until then its asker waits.
    "wanted_until" TIMESTAMPTZ(3) NOT NULL,
    -- When an issuer took it. Only one ever does.
    "taken_at" TIMESTAMPTZ(3),
    "answer" JSON,
    -- Why it has no answer.
    "failure" TEXT,
    "answered_at" TIMESTAMPTZ(3),
    -- The same question of others has the same name.
    "name" TEXT,
    -- Until then the answer also serves them.
    "kept_until" TIMESTAMPTZ(3),

    CONSTRAINT "authority_question_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "authority_question_sizes" CHECK (octet_length("ask"::text) <= 4096 AND octet_length("answer"::text) <= 1048576
      AND octet_length("request_id") <= 128 AND octet_length("name") <= 128 AND octet_length("failure") <= 4096)
);

CREATE INDEX "authority_question_open" ON "authority_question"("company_id", "production", "wanted_until") WHERE "answered_at" IS NULL;
CREATE INDEX "authority_question_kept" ON "authority_question"("name", "production") WHERE "kept_until" IS NOT NULL;
CREATE INDEX "authority_question_wanted" ON "authority_question"("wanted_until");
