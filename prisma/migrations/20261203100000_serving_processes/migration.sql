-- The signs of life of the processes, for the operator's question "who serves?". They decide nothing: a crash may lose them.
CREATE UNLOGGED TABLE "serving_process" (
    -- Drawn by each process when it starts.
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "serving_process_pkey" PRIMARY KEY ("id")
);

-- A process is no company's.
CREATE VIEW "tenant"."serving_process" AS SELECT * FROM "public"."serving_process" WHERE false WITH CHECK OPTION;
