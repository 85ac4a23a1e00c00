-- Why the last login gave no ticket, for the other processes: none of them may ask again within the minute.
ALTER TABLE "ticket" ADD COLUMN "failure" JSONB;
