-- A company is told a month before its plan is followed by another.
ALTER TABLE warning DROP CONSTRAINT warning_kind_known;
ALTER TABLE warning ADD CONSTRAINT warning_kind_known
  CHECK (kind IN ('quota', 'certificate', 'subscription', 'apikey', 'fiscaldata', 'webhook', 'report', 'renewed', 'planchange'));
