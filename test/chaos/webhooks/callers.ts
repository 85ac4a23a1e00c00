import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "../../sandbox/wait-for.js";
import type { System } from "../../support/processes/open-system.js";
import { isFinal } from "../../support/readers/exchange.js";
import { invoiceB } from "../../support/samples/invoice.js";
import type { Random } from "../../support/samples/random.js";

type Body = ReturnType<typeof invoiceB>;

/** The authority takes none as old. */
const refusedDate = "20200101";

/** The point of sale at which somebody else issues, for the import. */
export const foreignPos = 5;
/** Where answers are lost: of one the vouchers are issued in the end, of the other they are refused. */
const doubtful = [
  { posNumber: 3, when: "after" as const, over: {} },
  { posNumber: 4, when: "before" as const, over: { voucherDate: refusedDate } },
];

/** One sale after another, two callers on one sequence: some without mails, some refused, some given up half-way. */
export async function sellUntil(isOver: () => boolean, system: System, random: Random): Promise<void> {
  const sell = async (posNumber: number) => {
    while (!isOver()) {
      const body = invoiceB({
        posNumber,
        ...(random.chance(0.1) && { voucherDate: refusedDate }),
        ...(random.chance(0.5) && { emails: recipients(random) }),
      });
      // Whoever gives up leaves a request behind that may be cancelled, refused or issued.
      await askUntilFinal(system, body, () => random.chance(0.2));
      await sleep(random.integer(200, 600));
    }
  };
  await Promise.all([1, 1, 2].map(sell));
}

/** Loses an answer of the authority and lets its look-ups fail until the number is unconfirmed, again and again. */
export async function loseAnswersUntil(isOver: () => boolean, system: System): Promise<void> {
  const { authority } = system;
  const lose = async ({ posNumber: pos, when, over }: (typeof doubtful)[number]) => {
    do {
      const body = invoiceB({ posNumber: pos, ...over });
      await authority.pushFault({ operation: "FECAESolicitar", when, action: "drop", pos });
      await authority.pushFault({ operation: "FECompConsultar", action: "html", pos, times: null });
      const asking = askUntilFinal(system, body);
      await waitFor(() => isUnconfirmed(system, body), {
        message: `${body.idempotency} to be unconfirmed`,
        timeoutMs: 120_000,
        intervalMs: 100,
      });
      await authority.clearFaults({ pos });
      await asking;
    } while (!isOver());
  };
  await Promise.all(doubtful.map(lose));
}

/** Up to two addresses, the second with the duplicate. The mail server wants nothing for those that are `gone`. */
const recipients = (random: Random) =>
  [{}, { pdfVersions: [1, 2] }]
    .slice(0, random.integer(1, 2))
    .map((over, at) => ({ email: `${random.chance(0.2) ? "gone" : "client"}-${at}@example.com`, ...over }));

/** Follows the client rule, unless it gives up. Source: api/README.md, "Errors", note 5. */
async function askUntilFinal(system: System, body: Body, givesUp: () => boolean = () => false): Promise<void> {
  for (;;) {
    const answer = await system
      .request("/invoices", { method: "POST", body, signal: AbortSignal.timeout(60_000) })
      .catch(() => undefined);
    if (answer && isFinal({ status: answer.status, code: answer.body.code })) return;
    if (givesUp()) return;
    await sleep(300);
  }
}

async function isUnconfirmed({ sql }: System, { idempotency }: Body): Promise<boolean> {
  const rows = await sql("SELECT 1 FROM issuance WHERE idempotency = $1 AND doubt = 'unconfirmed'", [idempotency]);
  return rows.length > 0;
}
