-- How far the clock of the process's host is ahead of the database's, as its latest sign of life showed. Null of a version that does not tell.
ALTER TABLE "serving_process" ADD COLUMN "clock_ahead_ms" BIGINT;

-- With the new column.
CREATE OR REPLACE VIEW "tenant"."serving_process" AS SELECT * FROM "public"."serving_process" WHERE false WITH CHECK OPTION;
