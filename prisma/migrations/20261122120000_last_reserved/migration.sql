-- The statement that reserves quota learns from the row how many it could take: what a row was before an update is told by
-- PostgreSQL 18 and later alone, and 14 and later are served.
ALTER TABLE "usage_period" ADD COLUMN "last_reserved" INTEGER NOT NULL DEFAULT 0;
