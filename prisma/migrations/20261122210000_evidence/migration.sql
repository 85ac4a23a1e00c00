-- What is known of a number that may have been asked for is kept with it, so that nothing has to be guessed later: exactly what was
-- declared, what the authority's clock said before, when it was looked for, and why a person has to decide.

-- The history that the database is on: another one after a failover or a restore to a moment, in which the last commits may be lost.
CREATE FUNCTION "database_timeline"() RETURNS INTEGER LANGUAGE sql VOLATILE AS $$
  SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
$$;

ALTER TABLE "sequence"
  -- Drawn anew by every taker: the count in "epoch" may come a second time after commits were lost, this does not.
  ADD COLUMN "token" BIGINT,
  -- The server and the history on which it was taken last.
  ADD COLUMN "server" BIGINT,
  ADD COLUMN "timeline" INTEGER,
  ADD COLUMN "unverified" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "shared" BOOLEAN NOT NULL DEFAULT false,
  -- By the authority's clock: the latest of its answers that a commit knows of.
  ADD COLUMN "heard_at" TIMESTAMPTZ(3);

ALTER TABLE "issuance"
  ADD COLUMN "declared" JSONB,
  ADD COLUMN "timeline" INTEGER,
  ADD COLUMN "heard_at" TIMESTAMPTZ(3),
  ADD COLUMN "denied" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "looks" JSONB,
  ADD COLUMN "why" TEXT;
-- In a statement of its own: rows of before are left as they are, and the table is not written anew.
ALTER TABLE "issuance" ALTER COLUMN "timeline" SET DEFAULT "database_timeline"();

-- Numbers that a refusal freed though an older request for them might still be granted.
CREATE TABLE "freed_number" (
    "id" BIGSERIAL NOT NULL,
    "sequence_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "issuance_id" INTEGER NOT NULL,
    "declared" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "freed_number_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "freed_number_sequence_id_fkey" FOREIGN KEY ("sequence_id") REFERENCES "sequence"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "freed_number_number" ON "freed_number"("sequence_id", "number");
