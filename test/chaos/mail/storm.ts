import { waitFor } from "../../sandbox/wait-for.js";
import type { System } from "../../support/processes/open-system.js";
import { invoiceB } from "../../support/samples/invoice.js";
import type { ScriptedSmtp } from "../../support/servers/scripted-smtp.js";
import { type Copies, judgeCopies, type RecipientCopies } from "./copies.js";

export interface StormOptions {
  vouchers: number;
  /** How often the mailer is killed while it sends. */
  kills: number;
}

export interface StormResult {
  vouchers: number;
  kills: number;
  copies: Copies;
  seconds: number;
}

const pointsOfSale = [1, 2, 3];

/** Issues vouchers with e-mails while the SMTP server fails and the mailer is killed. Returns when every mail is settled. */
export async function stormMails(
  system: System,
  server: ScriptedSmtp,
  { vouchers, kills }: StormOptions,
  say: (sent: number, recipients: number) => void = () => undefined,
): Promise<StormResult> {
  const startedAtMs = performance.now();
  const recipients = Array.from({ length: vouchers }, (_, index) => recipientsOf(index));
  const expected = recipients.flat().map(({ email }) => email);
  const bodies = recipients.map((emails, index) =>
    invoiceB({ posNumber: pointsOfSale[index % pointsOfSale.length], emails }),
  );

  const killedAtMs: number[] = [];
  const issuing = issueAll(system, bodies);
  for (let kill = 1; kill <= kills; kill += 1) {
    const threshold = Math.floor((kill * expected.length) / (kills + 1));
    await waitFor(() => taken(server) >= threshold, {
      message: `${threshold} mails`,
      timeoutMs: 900_000,
      intervalMs: 5,
    });
    await system.kill("mailer");
    killedAtMs.push(performance.now());
    await system.start("mailer");
    say(taken(server), expected.length);
  }
  await issuing;

  const rows = await waitFor(
    async () => {
      const rows = await readRecipients(system);
      say(rows.filter(({ state }) => state === "sent").length, expected.length);
      return rows.length === expected.length && rows.every(({ state }) => state !== "due") && rows;
    },
    { message: "every mail to be settled", timeoutMs: 900_000, intervalMs: 500 },
  );
  const copies = judgeCopies(rows, expected, server.received, killedAtMs);
  return { vouchers, kills, copies, seconds: Math.round((performance.now() - startedAtMs) / 1_000) };
}

/** One recipient for each voucher; every tenth voucher has a second recipient, who also gets the duplicate. */
const recipientsOf = (index: number) => [
  { email: `client-${index}@example.com`, name: `Cliente ${index}` },
  ...(index % 10 === 0 ? [{ email: `office-${index}@example.com`, pdfVersions: [1, 2] }] : []),
];

const taken = (server: ScriptedSmtp) => server.received.filter(({ told }) => told !== "refused").length;

async function issueAll(system: System, bodies: { posNumber: number }[]): Promise<void> {
  await Promise.all(
    pointsOfSale.map(async (pos) => {
      for (const body of bodies.filter(({ posNumber }) => posNumber === pos)) {
        const answer = await system.request("/invoices", { method: "POST", body });
        if (answer.status !== 201) throw new Error(`an issuance was answered ${answer.status}: ${answer.body.error}`);
      }
    }),
  );
}

const readRecipients = ({ sql }: System) =>
  sql<RecipientCopies & Record<string, unknown>>(
    'SELECT email, state::text, attempts, unknown_outcomes AS "lostAnswers" FROM recipient ORDER BY id',
  );
