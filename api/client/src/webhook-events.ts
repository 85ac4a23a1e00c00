import type { Batch, Voucher, WebhookDelivery } from "./generated/types.js";

export type WebhookEventType = WebhookDelivery["type"];

/** What an event tells of a voucher. Ask for the rest, such as its receiver. */
export type EventVoucher = Pick<
  Voucher,
  | "id"
  | "voucherType"
  | "posNumber"
  | "voucherNumber"
  | "voucherDate"
  | "cae"
  | "caeExpirationDate"
  | "totalAmount"
  | "currency"
  | "idempotency"
  | "externalReference"
  | "production"
  | "source"
  | "created"
>;

/** A mail with a voucher. `recipient` is its place in the voucher's `emails`, from 1. */
type EventMail = EventVoucher & { recipient: number };

interface EventContingency {
  since: string;
  reason: string | null;
  production: boolean;
}

/** `data` of each type. Source: api/README.md, "Webhooks". */
interface EventData {
  "invoice.issued": EventVoucher;
  "invoice.imported": EventVoucher;
  "invoice.unconfirmed": { idempotency: string; posNumber: number; voucherType: number; production: boolean };
  "invoice.settled":
    | { outcome: "issued"; idempotency: string; id: number; voucher: EventVoucher }
    | { outcome: "failed"; idempotency: string; voucher: null };
  "invoice.pdf_ready": EventVoucher;
  "invoice.email_sent": EventMail;
  "invoice.email_failed": EventMail;
  "certificate.expiring": { id: number; alias: string; expires: string; daysLeft: number; production: boolean };
  "quota.warning": { used: number; granted: number; periodEnd: string };
  "subscription.ending": { until: string; daysLeft: number };
  "subscription.renewed": { until: string; from: string; payment: number; amount: string; production: boolean };
  "contingency.started": EventContingency;
  "contingency.ended": EventContingency;
  "contingency.report_due": {
    production: boolean;
    code: string;
    period: number;
    fortnight: number;
    reportBy: string;
    unreported: number;
    rejected: number;
    undeclared: number;
  };
  "authority.notice": { code: number; message: string; service: string; environment: "homologation" | "production" };
  "batch.finished": Omit<Batch, "pending"> & { production: boolean };
  ping: { webhookId: number; production: boolean };
}

type EventOf<Type extends WebhookEventType> = {
  type: Type;
  /** When it happened, ISO 8601. */
  timestamp: string;
  data: EventData[Type];
};

/** An event: `type` tells what `data` has. Others may be added, and `data` may get more fields: ignore what you do not know. */
export type WebhookEvent = { [Type in WebhookEventType]: EventOf<Type> }[WebhookEventType];
