import { expect, test } from "vitest";
import { type CompanyStatus, needsOf } from "../../../../../api/app/overview/needs.js";

const certificate = {
  ...{ id: 1, alias: "demo", csr: "", active: true, created: "2026-01-01T12:00:00.000Z" },
  expires: "2028-01-01T12:00:00.000Z",
};
const quota = {
  ...{ type: "invoices" as const, granted: 1_000, used: 10, remaining: 990, overage: 0, periodEnd: "2026-12-01" },
  breakdown: { production: 10, homologation: 0 },
};
const contingency = {
  ...{ active: false, since: null, reason: null, code: null, from: null, to: null, reportBy: null },
  ...{ unreported: 0, rejected: 0, pointsOfSale: [] },
};
const batch = {
  ...{ id: 5, name: null, state: "done" as const, total: 3, pending: 0, issued: 3, failed: 0 },
  ...{ created: "2026-11-22T12:00:00.000Z", finished: "2026-11-22T12:01:00.000Z" },
};
const webhook = {
  ...{ id: 2, url: "https://example.com/hook", events: ["*" as const], description: null, enabled: true },
  ...{ disabledReason: null, created: "2026-01-01T12:00:00.000Z" },
};
const mail = { voucherId: 9, voucherType: 6, posNumber: 1, voucherNumber: 12, email: "a@example.com" };

/** All is well. */
const well: CompanyStatus = {
  ...{
    today: "2026-11-23",
    acting: { mode: "own" as const, cuit: "30712345671" },
    certificates: [certificate],
    quota,
    until: "2027-11-23",
    contingency,
  },
  ...{ webhooks: [webhook], batches: [batch], failedMails: [], notices: [], doubts: 0 },
};

const toldOf = (changes: Partial<CompanyStatus>) =>
  needsOf({ ...well, ...changes }).map(({ tone, title, link }) => `${tone}: ${title} ${link?.path ?? ""}`.trim());

test("nothing needs anybody when all is well", () => {
  expect(toldOf({})).toEqual([]);
});

const expiring = (expires: string) => ({ certificates: [{ ...certificate, expires }] });

test.each<{ name: string; changes: Partial<CompanyStatus>; told: string[] }>([
  { name: "no certificate", changes: { certificates: [] }, told: ["error: Falta el certificado /certificates"] },
  {
    name: "no certificate, where the operator's acts",
    changes: { certificates: [], acting: { mode: "delegated", cuit: "30710000006" } },
    told: [],
  },
  {
    name: "an operator without a certificate",
    changes: { acting: { mode: "delegated", cuit: null } },
    told: ["error: Falta el certificado de quien opera el servicio"],
  },
  {
    name: "a request without a certificate",
    changes: { certificates: [{ ...certificate, active: false, expires: null as unknown as string }] },
    told: ["error: Falta el certificado /certificates"],
  },
  {
    name: "an expired certificate",
    changes: expiring("2026-11-22T12:00:00.000Z"),
    told: ["error: El certificado venció /certificates"],
  },
  {
    name: "a certificate that expires today",
    changes: expiring("2026-11-24T02:00:00.000Z"),
    told: ["warning: El certificado vence hoy /certificates"],
  },
  {
    name: "a certificate in its last 30 days",
    changes: expiring("2026-12-23T12:00:00.000Z"),
    told: ["warning: El certificado vence en 30 días /certificates"],
  },
  { name: "a certificate of 31 days", changes: expiring("2026-12-24T12:00:00.000Z"), told: [] },
  {
    name: "four fifths of the quota",
    changes: { quota: { ...quota, used: 800, remaining: 200 } },
    told: ["warning: Quedan 200 comprobantes del cupo"],
  },
  { name: "less than that", changes: { quota: { ...quota, used: 799, remaining: 201 } }, told: [] },
  {
    name: "the last one of the quota",
    changes: { quota: { ...quota, used: 999, remaining: 1 } },
    told: ["warning: Queda 1 comprobante del cupo"],
  },
  {
    name: "no quota left",
    changes: { quota: { ...quota, used: 1_000, remaining: 0 } },
    told: ["error: El cupo del mes se terminó"],
  },
  {
    name: "no subscription",
    changes: { quota: null, until: undefined },
    told: ["error: La empresa no tiene suscripción /plan"],
  },
  {
    name: "a subscription that ended",
    changes: { until: "2026-11-22" },
    told: ["error: La suscripción terminó el 22/11/2026 /plan"],
  },
  {
    name: "a subscription in its last week",
    changes: { until: "2026-11-30" },
    told: ["warning: La suscripción termina el 30/11/2026 /plan"],
  },
  { name: "a subscription of 8 days", changes: { until: "2026-12-01" }, told: [] },
  {
    name: "rejected reports",
    changes: { contingency: { ...contingency, unreported: 2, rejected: 2, reportBy: "20261208" } },
    told: ["error: ARCA rechazó el informe de 2 comprobantes con CAEA /invoices"],
  },
  {
    name: "reports that are due in three days",
    changes: { contingency: { ...contingency, unreported: 3, rejected: 0, reportBy: "20261126" } },
    told: ["warning: Hay que informar 3 comprobantes con CAEA /invoices"],
  },
  {
    name: "reports with time left",
    changes: { contingency: { ...contingency, unreported: 3, rejected: 0, reportBy: "20261127" } },
    told: [],
  },
  {
    name: "issuances in doubt",
    changes: { doubts: 1 },
    told: ["warning: ARCA todavía no confirmó 1 comprobante"],
  },
  {
    name: "a batch that failed in part",
    changes: { batches: [{ ...batch, issued: 2, failed: 1 }] },
    told: ["warning: No se emitió 1 comprobante de un lote /batches/5"],
  },
  {
    name: "one of eight days ago",
    changes: { batches: [{ ...batch, issued: 2, failed: 1, created: "2026-11-15T12:00:00.000Z" }] },
    told: [],
  },
  {
    name: "one that was cancelled",
    changes: { batches: [{ ...batch, state: "cancelled", issued: 2, failed: 1 }] },
    told: [],
  },
  {
    name: "a mail that failed",
    changes: { failedMails: [mail] },
    told: ["warning: No se pudo mandar un correo /invoices/9"],
  },
  {
    name: "a webhook that the service disabled",
    changes: { webhooks: [{ ...webhook, enabled: false, disabledReason: "No delivery has succeeded for 5 days." }] },
    told: ["warning: Un webhook quedó desactivado /webhooks/2"],
  },
  { name: "a webhook that somebody disabled", changes: { webhooks: [{ ...webhook, enabled: false }] }, told: [] },
])("what needs somebody: $name", ({ changes, told }) => {
  expect(toldOf(changes)).toEqual(told);
});

test("the gravest comes first", () => {
  expect(toldOf({ doubts: 2, certificates: [] })).toEqual([
    "error: Falta el certificado /certificates",
    "warning: ARCA todavía no confirmó 2 comprobantes",
  ]);
});
