-- When a mail is to be tried next, how often it was, whether a mailer has it in hand, and how often nobody knows what became
-- of a try: the answer was lost, or the mailer died. Only then may somebody have got it twice.
ALTER TABLE "recipient"
  ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "lost_answers" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "in_hand" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD CONSTRAINT "recipient_attempts_range" CHECK ("attempts" >= 0 AND "lost_answers" BETWEEN 0 AND "attempts");
DROP INDEX "recipient_due";
CREATE INDEX "recipient_due" ON "recipient" ("due_at") WHERE "state" = 'due';

-- What a company is told once: `subject` names the period, the certificate or the day that it is about.
CREATE TABLE "warning" (
  "id" SERIAL PRIMARY KEY,
  "company_id" INTEGER NOT NULL REFERENCES "company" ("id") ON UPDATE CASCADE ON DELETE RESTRICT,
  "kind" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "facts" JSONB NOT NULL,
  "state" "recipient_state" NOT NULL DEFAULT 'due',
  "smtp_response" TEXT,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "lost_answers" INTEGER NOT NULL DEFAULT 0,
  "in_hand" BOOLEAN NOT NULL DEFAULT false,
  "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "sent_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "warning_kind_known" CHECK ("kind" IN ('quota', 'certificate', 'subscription')),
  CONSTRAINT "warning_attempts_range" CHECK ("attempts" >= 0 AND "lost_answers" BETWEEN 0 AND "attempts")
);
CREATE UNIQUE INDEX "warning_subject" ON "warning" ("company_id", "kind", "subject");
CREATE INDEX "warning_due" ON "warning" ("due_at") WHERE "state" = 'due';
-- The warning of a period is a row of its own.
ALTER TABLE "usage_period" DROP COLUMN "warned_at";
