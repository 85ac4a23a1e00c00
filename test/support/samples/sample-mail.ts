import type { DueWarning } from "../../../shared/db/company/warnings.js";
import type { Mail } from "../../../shared/db/delivery/recipients.js";
import type { DuePersonMail, PersonMailKind } from "../../../shared/db/people/mails.js";
import type { WarningFacts } from "../../../shared/domain/warnings.js";
import { sampleVoucher } from "../../unit/renderer/sample-voucher.js";

/** A due mail with the sample voucher, to Ana. */
export const sampleMail = (changes: Partial<Mail> = {}): Mail => ({
  recipientId: 7,
  voucherId: 41,
  email: "ana@example.com",
  name: "Ana Gómez",
  comments: null,
  pdfVersions: [1],
  state: "due",
  ageMs: 1_000,
  waitMs: 0,
  accountEmail: "cuenta@andina.example",
  homologationMail: "any",
  sender: { replyTo: null, senderName: null },
  voucher: sampleVoucher(),
  ...changes,
});

export const sampleWarnings: DueWarning[] = [
  { kind: "quota", used: 90_012, granted: 100_000, periodEnd: "2026-12-21" } as const,
  { kind: "certificate", id: 3, alias: "andina-2024", production: true, expires: "2026-12-01", daysLeft: 7 } as const,
  {
    kind: "apikey",
    name: "Tienda",
    prefix: "PROD_a1B2",
    production: true,
    expires: "2026-11-30",
    daysLeft: 7,
  } as const,
  { kind: "subscription", until: "2026-11-22", daysLeft: 1 } as const,
  { kind: "planchange", name: "Base 2027", price: "20000.00", months: 1, from: "2027-01-01" } as const,
  { kind: "renewed", from: "2026-11-15", until: "2026-12-14", amount: "15000.10" } as const,
  {
    kind: "fiscaldata",
    changes: [
      {
        at: "2026-11-22T02:30:00.000Z",
        key: { id: 7, name: "Pruebas", prefix: "TEST_a1B2" },
        before: { name: "Papelera Andina S.A.", address: null, taxType: 1 },
        after: { name: "Papelera Otra S.A.", address: "Defensa 100", taxType: 6 },
      },
    ],
    more: 2,
  } satisfies WarningFacts,
  { kind: "webhook", url: "https://andina.example/avisos?clave=1", production: true, reason: "failing" } as const,
  {
    kind: "report",
    ...{ production: true, code: "26463476341977", period: 202611, fortnight: 1, reportBy: "20261123" },
    ...{ unreported: 1_203, rejected: 1, undeclared: 2 },
  } satisfies WarningFacts,
].map((facts, index) => ({
  id: index + 1,
  companyCode: "andina",
  companyName: "Papelera Andina S.A.",
  email: "cuenta@andina.example",
  kind: facts.kind,
  subject: "2026",
  facts,
}));

const person = { personId: 7, email: "ana@andina.example", name: "Ana Paredes", companyId: null, companyName: null };

/** A mail of each kind to a person. */
export const samplePersonMails: Record<PersonMailKind, DuePersonMail> = {
  invite: { ...person, id: 1, kind: "invite", companyId: 3, companyName: "Papelera Andina S.A." },
  reset: { ...person, id: 2, kind: "reset" },
  "password-changed": { ...person, id: 3, kind: "password-changed" },
};
