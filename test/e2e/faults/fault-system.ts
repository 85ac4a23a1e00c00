import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { waitFor } from "../../../shared/sandbox/wait-for.js";
import type { SystemOptions } from "../../support/processes/open-system.js";
import { type Answer, type IssuedVoucher, type System, startSystem } from "../../support/processes/system.js";
import type { RequestOptions } from "../../support/processes/system-caller.js";
import { readLedgers } from "../../support/readers/three-ledgers.js";
import { isFinal } from "../../support/readers/told.js";
import { findViolations } from "../../support/readers/violations.js";
import { invoiceB } from "../../support/samples/invoice.js";

export type Invoice = ReturnType<typeof invoiceB> & Record<string, unknown>;

/** Short enough that a test need not wait long, long enough for two busy cores. */
const times = { TAXAUTH_TIMEOUT_MS: "1500", LOCK_WAIT_MS: "10000", REQUEST_TIMEOUT_MS: "25000" };

/** A system with short times, proxies before everything, and a point of sale for every row. */
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

/** The row's own point of sale, and a further one for whatever must not be disturbed. */
export const posOf = (row: number): number => 100 + row;
export const otherPosOf = (row: number): number => 200 + row;

// Beyond the 121.00 of the simulator's foreign vouchers, which an equal one of ours could not be told from.
let lastPrice = 1_000;

/** An invoice of the row's sequence with a key and a price of its own, so that no two are alike. */
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
 * A voucher before the fault, so that a ticket is in hand and the authority was asked where the numbering stands. Whoever
 * served it has let go of the sequence when this returns.
 */
export async function warmUp(system: System, row: number, over: Record<string, unknown> = {}): Promise<void> {
  const body = invoiceOf(row, over);
  const answer = await post(system, body);
  expect(answer.status, answer.body.error).toBe(201);
  await waitFor(async () => (await system.redis.keys(`talonario:lock:*-p${body.posNumber}-*`)).length === 0, {
    message: "the sequence to be left",
  });
}

/** Sends the same body until the answer is one that is not to be retried, as the client rule of api/README.md says. */
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
    { message: `${body.idempotency} to be ${states.join(" or ")}`, timeoutMs: 60_000 },
  );

/** Waits until the authority has received this many more calls of an operation than `before`. */
export const waitForCalls = (system: System, operation: string, count: number): Promise<true> =>
  waitFor(async () => (await system.authority.calls(operation)) >= count, {
    message: `${count} calls of ${operation}`,
    timeoutMs: 20_000,
    intervalMs: 10,
  });

/** The requests for a code at the row's point of sale, the one of its warm-up first. */
export const requestsAt = (system: System, row: number) =>
  system.authority.requests({ operation: "FECAESolicitar", pos: posOf(row) });

/** How many of them came after the warm-up. */
export const askedSinceWarmUp = async (system: System, row: number): Promise<number> =>
  (await requestsAt(system, row)).length - 1;

/** What the authority granted at the row's point of sale. */
export const grantedAt = (system: System, pos: number) => system.authority.ledger({ env: "homologation", pos });

/**
 * The three ledgers agree about the row's points of sale; the quota, which is the company's, is compared by
 * expectNoViolation at a file's end.
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

/** Posts vouchers that wait in this order, in a line that nobody serves until `serve` is called. */
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

/** The numbers that were given, and the status of every other answer. */
export const numbersOf = (answers: Awaited<ReturnType<typeof post>>[]): number[] =>
  answers.map(({ status, body }) => (status === 201 ? body.result.voucherNumber : status));
