import { argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import type { Description } from "./description.js";

const labelWidth = 12;
/** Fits a terminal of 80 columns. */
const leastWidth = 74;

/** The text that the user sees first: a box with the addresses, and below it a command to paste. */
export function drawPanel(description: Description, logs: string, notes: string[], nowMs: number): string {
  const { keys, app, board, mailbox, authority, payments } = description;
  const rows = [
    row("API", `${description.baseUrl}/${description.company}`),
    row("test key", keys.test),
    row("production", keys.production),
    row("app", app.url),
    row("", `${app.email}, password ${app.password}`),
    row("docs", description.docs),
    row("board", board.url),
    row("", `user ${board.user}, password ${board.password}`),
    row("mailbox", mailbox ?? "none: mail goes to SMTP_URL"),
    row("authority", authority === null ? "given by TAXAUTH_*_URL" : `${authority.url} (simulated)`),
    row("payments", payments === null ? "given by PAYMENTS" : `${payments.url} (simulated)`),
    row("logs", logs),
  ];
  const width = Math.max(leastWidth, ...rows.map((line) => line.length), ...notes.map((note) => note.length));
  const framed = (line: string) => `│ ${line.padEnd(width)} │`;
  const rule = (left: string, right: string) => `${left}${"─".repeat(width + 2)}${right}`;
  return [
    rule("┌", "┐"),
    framed("Talonario is ready. Ctrl-C stops everything; the data stays."),
    rule("├", "┤"),
    ...rows.map(framed),
    ...(notes.length === 0 ? [] : [rule("├", "┤"), ...notes.map(framed)]),
    rule("└", "┘"),
    "Issue a voucher:",
    "",
    issueCommand(description, nowMs),
    "",
  ].join("\n");
}

const row = (label: string, value: string) => `${label.padEnd(labelWidth)}${value}`;

/** The idempotency key is new at every start, so the command issues a new voucher. Pasted again, it gets the same one. */
const issueCommand = (
  { baseUrl, company, keys }: Description,
  nowMs: number,
) => `curl -sS ${baseUrl}/${company}/invoices \\
  -H 'Authorization: Bearer ${keys.test}' \\
  -H 'Content-Type: application/json' -d '{
  "idempotency": "demo-${nowMs}",
  "posNumber": 1, "voucherType": 6, "concept": 1,
  "voucherDate": "${toFiscalDate(argentineDay(nowMs))}",
  "customer": { "docType": 99, "docNumber": "0", "name": "Consumidor Final",
                "taxType": 5 },
  "items": [{ "description": "Café en grano", "quantity": 2, "price": 6050,
              "taxType": 5 }],
  "emails": [{ "email": "cliente@example.com" }]
}'`;
