import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import type { SystemOptions } from "../../support/processes/open-system.js";
import { type Answer, type IssuedVoucher, type System, startSystem } from "../../support/processes/system.js";
import type { RequestOptions } from "../../support/processes/system-caller.js";
import { isFinal } from "../../support/readers/exchange.js";
import { readLedgers } from "../../support/readers/three-ledgers.js";
import { findViolations } from "../../support/readers/violations.js";
import { invoiceB } from "../../support/samples/invoice.js";

export type Invoice = ReturnType<typeof invoiceB> & Record<string, unknown>;

/** Short timeouts for fast tests, but long enough for two busy cores. */
const times = { TAXAUTH_TIMEOUT_MS: "1500", LOCK_WAIT_MS: "10000", REQUEST_TIMEOUT_MS: "25000" };

/** Starts a system with short timeouts, proxies before all servers, and a point of sale for every row. */
export async function startFaultSystem(options: SystemOptions = {}): Promise<System> {
  const system = await startSystem({ processes: ["api", "issuer"], proxied: true, ...withTimes(options) });
  await addPointsOfSale(system);
  return system;
}

export const withTimes = (options: SystemOptions): SystemOptions => ({ ...options, env: { ...times, ...options.env } });

export async function addPointsOfSale(system: System): Promise<void> {
  await system.sql(`
    INSERT INTO point_of_sale (company_id, production, number, name)
    SELECT c.id, production, number, 'Row' FROM company c, generate_series(101, 399) number, (VALUES (true), (false)) e(production)
    WHERE c.code = 'demo'`);
}

/** The row's own point of sale, and a second one, mostly for sales that the fault must not disturb. */
export const posOf = (row: number): number => 100 + row;
export const otherPosOf = (row: number): number => 200 + row;

// Above the 121.00 of the simulator's foreign vouchers, so that none of them equals one of ours.
let lastPrice = 1_000;

/** An invoice of the row's sequence with a unique key and price. */
export function invoiceOf(row: number, over: Record<string, unknown> = {}): Invoice {
  lastPrice += 1;
  return invoiceB({
    idempotency: `row-${row}-${lastPrice}`,
    posNumber: posOf(row),
    items: [{ description: "Yerba mate 1 kg", quantity: 1, price: lastPrice, taxType: 5 }],
    ...over,
  });
}

export const post = (system: System, body: Invoice, options: RequestOptions = {}): Promise<Answer<IssuedVoucher>> =>
  system.request("/invoices", { method: "POST", body, ...options });

/**
 * Issues a voucher before the fault, so that there is a ticket and the last number is known. When this returns, the issuer has
 * released the sequence's lock.
 */
export async function warmUp(system: System, row: number, over: Record<string, unknown> = {}): Promise<void> {
  const body = invoiceOf(row, over);
  // The simulator of a busy machine may be too slow for the short timeouts of these systems. That is not the fault.
  const answer = await postUntilFinal(system, body);
  expect([200, 201], answer.body.error).toContain(answer.status);
  await waitFor(async () => (await system.redis.keys(`talonario:lock:*-p${body.posNumber}-*`)).length === 0, {
    message: "the sequence's lock to be released",
  });
}

/** Sends the same body until the answer needs no retry, as api/README.md tells clients to. */
export async function postUntilFinal(system: System, body: Invoice, options: RequestOptions = {}) {
  const endMs = performance.now() + 60_000;
  for (;;) {
    const answer = await post(system, body, options).catch(() => undefined);
    if (answer && isFinal({ status: answer.status, code: answer.body.code })) return answer;
    if (performance.now() > endMs) throw new Error(`no final answer: ${answer?.status} ${answer?.body.error}`);
    await sleep(200);
  }
}

export interface IssuanceState {
  state: string;
  number: number | null;
  doubt: string | null;
  revision: number;
}

export async function stateOf(system: System, { idempotency }: Invoice): Promise<IssuanceState | undefined> {
  const [row] = await system.sql<IssuanceState & Record<string, unknown>>(
    "SELECT state::text, number, doubt, revision FROM issuance WHERE idempotency = $1 AND NOT production",
    [idempotency],
  );
  return row;
}

export const waitForState = (system: System, body: Invoice, ...states: string[]): Promise<IssuanceState> =>
  waitFor(
    async () => {
      const view = await stateOf(system, body);
      return view && states.includes(view.state) && view;
    },
    { message: `${body.idempotency} to be ${states.join(" or ")}` },
  );

/** The FECAESolicitar requests at the row's point of sale, starting with the one of its warm-up. */
export const requestsAt = (system: System, row: number) =>
  system.authority.requests({ operation: "FECAESolicitar", pos: posOf(row) });

/** The number of these requests after the warm-up. */
export const askedSinceWarmUp = async (system: System, row: number): Promise<number> =>
  (await requestsAt(system, row)).length - 1;

/** The vouchers that the authority granted at this point of sale. */
export const grantedAt = (system: System, pos: number) => system.authority.ledger({ env: "homologation", pos });

/**
 * Expects the three ledgers to agree about the row's points of sale. The quota belongs to the whole company:
 * expectNoViolation compares it at the end of a file.
 */
export async function expectAgreement(system: System, row: number, { open = 0 } = {}): Promise<void> {
  const positions = [posOf(row), otherPosOf(row)];
  const isOfRow = ({ pos }: { pos: number }) => positions.includes(pos);
  const all = await readLedgers(system);
  const violations = findViolations({
    told: all.told.filter(({ body }) => positions.includes(Number(body.posNumber))),
    issuances: all.issuances.filter(isOfRow),
    vouchers: all.vouchers.filter(isOfRow),
    granted: all.granted.filter(isOfRow),
    usage: [],
  });
  expect(violations.filter(({ invariant }) => invariant !== "I10")).toEqual([]);
  expect(violations.filter(({ invariant }) => invariant === "I10")).toHaveLength(open);
}

/** Posts vouchers that wait in this order in a line that is not served, and then calls `serve`. */
export async function lineUp(system: System, row: number, overs: Record<string, unknown>[], serve: () => unknown) {
  const bodies = overs.map((over) => invoiceOf(row, over));
  const answers = [];
  for (const body of bodies) {
    answers.push(post(system, body));
    await waitForState(system, body, "queued");
  }
  await serve();
  return { bodies, answers: Promise.all(answers) };
}

/** The voucher numbers of the answers, or the status of an answer without one. */
export const numbersOf = (answers: Awaited<ReturnType<typeof post>>[]): number[] =>
  answers.map(({ status, body }) => (status === 201 ? body.result.voucherNumber : status));
