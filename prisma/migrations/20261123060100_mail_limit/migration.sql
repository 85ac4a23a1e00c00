-- How many mails a company sent in one environment on its latest day of mailing, for the daily limit.
CREATE TABLE "mail_count" (
  "company_id" INTEGER NOT NULL,
  "production" BOOLEAN NOT NULL,
  "day" DATE NOT NULL,
  "mails" INTEGER NOT NULL,
  CONSTRAINT "mail_count_pkey" PRIMARY KEY ("company_id", "production"),
  CONSTRAINT "mail_count_range" CHECK ("mails" >= 0),
  CONSTRAINT "mail_count_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- The day on which a mail counted, so that its retries count once; and whether it waits for the next day's mails.
ALTER TABLE "recipient"
  ADD COLUMN "counted_on" DATE,
  ADD COLUMN "over_limit" BOOLEAN NOT NULL DEFAULT false;
