/** Everything that an endpoint can be told. Source: api/README.md, "Webhooks". */
export const webhookEvents = [
  "invoice.issued",
  "invoice.unconfirmed",
  "invoice.settled",
  "invoice.pdf_ready",
  "invoice.email_sent",
  "invoice.email_failed",
  "invoice.imported",
  "batch.finished",
  "certificate.expiring",
  "quota.warning",
  "subscription.ending",
  "subscription.renewed",
  "contingency.started",
  "contingency.ended",
  "contingency.report_due",
  "authority.notice",
  "ping",
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];
