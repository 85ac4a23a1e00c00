import { afterAll, beforeAll, expect } from "vitest";
import { sequenceName } from "../../../shared/queues/issuance.js";
import { answers, waitFor } from "../../sandbox/wait-for.js";
import { type CommandLine, commandLine, succeeding } from "../../support/processes/command-line.js";
import { type ProcessName, startSystemOnOwnServers } from "../../support/processes/system.js";
import { readLedgers } from "../../support/readers/three-ledgers.js";
import { findViolations } from "../../support/readers/violations.js";
import { restartWith } from "./crash.js";
import { faultRow } from "./fault-row.js";
import {
  addPointsOfSale,
  grantedAt,
  type Invoice,
  invoiceOf,
  post,
  stateOf,
  waitForState,
  warmUp,
  withTimes,
} from "./fault-system.js";

/** One point of sale for each situation at the failover. "The copy" is the database that takes over. */
const places = {
  /** Written ahead before the copy and granted after it. */
  writtenAhead: 101,
  /** Granted before the copy. Its issuer stands still and reads the answer only after the failover. */
  unrecorded: 102,
  /** Waits for its turn before the copy and still after the failover. */
  waiting: 103,
  /** Waits for its turn when the copy is made, and is issued after it. */
  issuedSince: 104,
  /** Two vouchers, recorded and issued after the copy. */
  forgotten: 105,
  /** Recorded and granted after the copy. Its issuer stands still and reads the answer only after the failover. */
  unheard: 106,
};

let system: Awaited<ReturnType<typeof startSystemOnOwnServers>>;
let run: CommandLine;
beforeAll(async () => {
  // Long enough that no caller gives up while PostgreSQL is away or an issuer stands still.
  const env = { LOCK_WAIT_MS: "90000", REQUEST_TIMEOUT_MS: "120000", TAXAUTH_TIMEOUT_MS: "60000" };
  const processes: ProcessName[] = ["api", "issuer", "issuer-2"];
  system = await startSystemOnOwnServers(withTimes({ processes, proxied: true, env }));
  await addPointsOfSale(system);
  const { host, port } = system.redis.options;
  run = commandLine({ DATABASE_URL: system.databaseUrl, REDIS_URL: `redis://${host}:${port}` });
});
afterAll(async () => {
  await system[Symbol.asyncDispose]();
});

interface Sent {
  pos: number;
  body: Invoice;
  answer: ReturnType<typeof post>;
}

function send(pos: number, body = invoiceOf(79, { posNumber: pos })): Sent {
  const answer = post(system, body);
  answer.catch(() => undefined); // a failure is seen where the answer is awaited
  return { pos, body, answer };
}

const again = ({ pos, body }: Sent): Sent => send(pos, body);

/** The answer to the caller, who retries a 500 from a missing database. */
async function answerTo(sent: Sent): ReturnType<typeof post> {
  const answer = await sent.answer;
  return answer.status === 500 ? answerTo(again(sent)) : answer;
}

const lockOf = (posNumber: number) =>
  `talonario:lock:${sequenceName({ companyId: 1, production: false, posNumber, voucherType: 6 })}`;

/** Holds the sequence's lock, as if another issuer served the sequence. */
const keepAwayFrom = (pos: number) => system.redis.set(lockOf(pos), "nobody", "PX", 600_000);

interface Held {
  id: number;
  number: number;
  why: string | null;
  /** The number of rounds of questions about its number. */
  rounds: number;
}

async function sequenceAt(pos: number) {
  const [row] = await system.sql<{ unverified: boolean; held: Held[] }>(
    `SELECT unverified, coalesce((SELECT jsonb_agg(jsonb_build_object('id', id, 'number', number, 'why', operator_reason, 'rounds', jsonb_array_length(lookups)))
       FROM issuance WHERE pos_number = s.pos_number AND NOT production AND state = 'submitted'), '[]') AS held
     FROM sequence s WHERE pos_number = $1 AND NOT production`,
    [pos],
  );
  return row;
}

const numbersAsked = async (pos: number) =>
  (await system.authority.requests({ operation: "FECAESolicitar", pos })).flatMap(({ numbers }) => numbers);

const timeline = async () => (await system.sql("SELECT current_incarnation() AS timeline"))[0]?.timeline;

/** Expects that it is issued under this number, and that its caller and a replay are answered with it. */
async function expectVoucher(sent: Sent, voucherNumber: number): Promise<void> {
  expect(await answerTo(sent)).toMatchObject({ body: { ok: true, result: { voucherNumber } } });
  const voucher = (await grantedAt(system, sent.pos)).find(({ number }) => number === voucherNumber);
  const result = { voucherNumber, cae: voucher?.cae, totalAmount: sent.body.items[0]?.price };
  expect(await post(system, sent.body)).toMatchObject({ status: 200, body: { result } });
}

/** Expects that the sequence goes on with this number and is verified again. */
async function expectNext(pos: number, voucherNumber: number): Promise<void> {
  expect(await answerTo(send(pos))).toMatchObject({ status: 201, body: { result: { voucherNumber } } });
  expect(await sequenceAt(pos)).toEqual({ unverified: false, held: [] });
}

const unconfirmed = { status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } };

/** Expects that an operator must decide about it, that the sequence is closed, and that nothing was sent. Gives its id. */
async function expectClosed(sent: Sent): Promise<number> {
  const before = await numbersAsked(sent.pos);
  expect(await answerTo(sent)).toMatchObject(unconfirmed);
  const busy = { status: 429, body: { code: "VOUCHER_LOCK_TIMEOUT" } };
  expect(await answerTo(send(sent.pos))).toMatchObject(busy);
  const sequence = await sequenceAt(sent.pos);
  const why = expect.stringContaining("lost its last commits");
  expect(sequence).toMatchObject({ unverified: true, held: [{ number: 2, why }] });
  expect(await numbersAsked(sent.pos)).toEqual(before);
  return sequence?.held[0]?.id ?? 0;
}

const resolve = (id: number, decision: "adopt" | "renumber") =>
  succeeding(run)(..."issuance resolve --company demo --because looked".split(" "), `--${decision}`, String(id));

async function mayRenumber(id: number): Promise<boolean> {
  const { issuance } = await succeeding(run)("issuance", "show", "--company", "demo", String(id));
  return issuance.decisions.renumber.allowed;
}

async function reconcileForgotten(...options: string[]) {
  const args = `reconcile --company demo --env homologation --pos ${places.forgotten} --type 6 --json`.split(" ");
  const { exitCode, json } = await run(...args, ...options);
  return { exitCode, ...json.sequences[0] };
}

/** Sends a voucher that is granted, and freezes the only running issuer before it reads the answer. */
async function sendUnheard(pos: number, issuer: ProcessName): Promise<Sent> {
  const before = (await grantedAt(system, pos)).length;
  await system.authority.pushFault({ operation: "FECAESolicitar", when: "after", action: "delay", ms: 4_000, pos });
  const sent = send(pos);
  const isGranted = async () => (await grantedAt(system, pos)).length > before;
  await waitFor(isGranted, { message: "the voucher" });
  system.proxies.of(issuer, "authority").stall();
  system.freeze(issuer);
  await system.frozen(issuer);
  expect(await stateOf(system, sent.body)).toMatchObject({ state: "submitted" });
  return sent;
}

/** Thaws an issuer, which has lost its connections, and then lets it read what the authority answered meanwhile. */
async function thaw(issuer: ProcessName): Promise<void> {
  system.thaw(issuer);
  await waitFor(() => answers(`${system.originOf(issuer)}/health/ready`), {
    message: `${issuer} to be ready`,
  });
  await system.proxies.of(issuer, "authority").pass();
}

/** Leaves both issuers frozen, each with a written-ahead number, while two other issuances wait. */
async function prepare() {
  for (const posNumber of Object.values(places)) await warmUp(system, 79, { posNumber });
  await system.kill("issuer");
  const unrecorded = await sendUnheard(places.unrecorded, "issuer-2");
  for (const pos of [places.unrecorded, places.waiting, places.issuedSince]) await keepAwayFrom(pos);
  await restartWith(system, "issuer", "before_first_byte:stop@1");
  const writtenAhead = send(places.writtenAhead);
  await system.frozen("issuer");
  const waiting = send(places.waiting);
  const issuedSince = send(places.issuedSince);
  for (const { body } of [waiting, issuedSince]) await waitForState(system, body, "queued");
  return { unrecorded, writtenAhead, waiting, issuedSince };
}

/** Issues what the copy will not have. */
async function goOn({ writtenAhead, issuedSince }: { writtenAhead: Sent; issuedSince: Sent }): Promise<Sent> {
  await system.redis.del(lockOf(places.issuedSince));
  system.thaw("issuer");
  for (const sent of [writtenAhead, issuedSince]) await expectVoucher(sent, 2);
  for (const number of [2, 3]) await expectVoucher(send(places.forgotten), number);
  return sendUnheard(places.unheard, "issuer");
}

/** Expects the state of the copy while no issuer works on it. */
async function expectCopy({
  writtenAhead,
  issuedSince,
  unheard,
}: Record<"writtenAhead" | "issuedSince" | "unheard", Sent>): Promise<void> {
  expect(await stateOf(system, writtenAhead.body)).toMatchObject({ state: "submitted", number: 2 });
  expect(await stateOf(system, issuedSince.body)).toMatchObject({ state: "queued" });
  // At most the API has recorded it again, because its caller still waits.
  expect((await stateOf(system, unheard.body))?.state).not.toBe("submitted");
}

/** Expects that an issuer which took a sequence before the failover commits nothing after it, though the row is unchanged. */
async function expectVoid({ pos, body }: Sent): Promise<void> {
  await keepAwayFrom(pos);
  for (const name of ["issuer", "issuer-2"] as const) await thaw(name);
  await system.stop("issuer-2");
  expect(await stateOf(system, body)).toMatchObject({ state: "submitted", number: 2 });
  await system.start("issuer-2");
  await system.redis.del(lockOf(pos));
}

/**
 * Expects that a waiting issuance is not sent, because a lost commit may have issued it: here, or in another numbering that nobody has
 * verified since.
 */
async function expectNotSent(waiting: Sent, issuedSince: Sent): Promise<void> {
  await expectNext(waiting.pos, 2);
  for (const { body } of [waiting, issuedSince]) await waitForState(system, body, "failed");
  expect(await answerTo(waiting)).toMatchObject(unconfirmed);
  expect(await answerTo(again(waiting))).toMatchObject(unconfirmed);
}

/**
 * Expects that its key is not issued either once each numbering is verified: vouchers without a key were imported in another, and it may have been
 * sent there. A new key is.
 */
async function expectKeptFromImported(waiting: Sent): Promise<void> {
  const imported = {
    status: 409,
    body: { code: "VALIDATION_ERROR", error: expect.stringContaining("belong to no key") },
  };
  expect(await answerTo(again(waiting))).toMatchObject(imported);
  await expectNext(waiting.pos, 3);
}

/** Expects that it closes the sequence and that its own voucher under its number is adopted only by an operator. */
async function expectAdoptedByHand(sent: Sent): Promise<void> {
  const id = await expectClosed(sent);
  const rounds = async () => (await sequenceAt(sent.pos))?.held[0]?.rounds ?? 0;
  await waitFor(async () => (await rounds()) > 1, { message: "a look at what is there" });
  await resolve(id, "adopt");
  await expectVoucher(again(sent), 2);
  await expectNext(sent.pos, 3);
}

/** Expects that it takes no number while a numbering of its company is not verified, and that its voucher becomes its own by an operator's word. */
async function expectAdoptedByNumber(sent: Sent): Promise<void> {
  const before = await numbersAsked(sent.pos);
  expect(await answerTo(sent)).toMatchObject(unconfirmed);
  const [row] = await system.sql<{ id: number }>("SELECT id FROM issuance WHERE idempotency = $1", [
    sent.body.idempotency,
  ]);
  const words = `issuance resolve ${row?.id} --company demo --adopt --number 2 --because looked`;
  await succeeding(run)(...words.split(" "));
  await expectVoucher(again(sent), 2);
  expect(await numbersAsked(sent.pos)).toEqual(before);
  await expectNext(sent.pos, 3);
}

/** Expects that it closes the sequence: its number and the next have unexplained vouchers, which are reported and imported, not skipped. */
async function expectRenumberedByHand(pos: number): Promise<void> {
  const foreign = [{ number: 2 }, { number: 3 }];
  expect(await reconcileForgotten()).toMatchObject({ exitCode: 3, ours: 1, authority: 3, foreign });
  const sent = send(pos);
  const id = await expectClosed(sent);
  expect(await reconcileForgotten()).toMatchObject({ exitCode: 3, unsettled: [2], foreign: [{ number: 3 }] });
  expect(await mayRenumber(id), "number 3 would be left behind unexplained").toBe(false);
  await expect(resolve(id, "renumber")).rejects.toThrow();
  expect(await reconcileForgotten("--import")).toMatchObject({ imported: [3] });
  expect(await mayRenumber(id)).toBe(true);
  await resolve(id, "renumber");
  await expectVoucher(again(sent), 4);
  await expectNext(pos, 5);
  expect(await reconcileForgotten(), "number 2 was imported by the decision").toMatchObject({
    ...{ exitCode: 0, unsettled: [], foreign: [] },
  });
}

faultRow(
  {
    row: 79,
    group: "faults",
    fault: "a failover loses the last commits, including epochs, while two issuers live",
    expected:
      "nothing that is still known gets a second voucher, and unexplained numbers close the sequence and are reported",
    check: "I1 I2",
  },
  async () => {
    const { unrecorded, writtenAhead, waiting, issuedSince } = await prepare();
    const failOver = await system.servers.copyPostgres();
    const unheard = await goOn({ writtenAhead, issuedSince });
    // Answers from the lost timeline are not compared with the ledgers.
    for (const exchange of system.told) delete exchange.answer;
    const lostTimeline = await timeline();
    await failOver();
    expect(await timeline()).not.toBe(lostTimeline);
    await expectCopy({ writtenAhead, issuedSince, unheard });
    await system.expireLocks();

    await expectVoid(unrecorded);
    for (const sent of [writtenAhead, unrecorded]) {
      await waitForState(system, sent.body, "approved");
      await expectVoucher(sent, 2);
      await expectNext(sent.pos, 3);
    }
    await expectNotSent(waiting, issuedSince);
    // The record is lost and may have been sent: it is recorded again only when its key is sent again.
    expect(await answerTo(unheard)).toMatchObject(unconfirmed);
    await expectAdoptedByHand(again(unheard));
    await expectAdoptedByNumber(again(issuedSince));
    await expectRenumberedByHand(places.forgotten);
    await expectKeptFromImported(waiting);

    // Nobody here issued two of the vouchers, because their keys are forgotten: they are imported. Nothing else differs.
    const forgotten = (await grantedAt(system, places.forgotten)).slice(1, 3);
    expect(findViolations(await readLedgers(system))).toEqual(
      forgotten.map(({ cae }) => ({ invariant: "I1 I2", text: expect.stringContaining(`cae ${cae}`) })),
    );
  },
);
