import { Redis } from "ioredis";
import { afterEach, describe, expect, inject, test } from "vitest";
import type { ReportDeps, ReportSession } from "../../../issuer/contingency/report-deps.js";
import { createFallbackLock } from "../../../issuer/locks/fallback-lock.js";
import { createRedisLock } from "../../../issuer/locks/lock.js";
import { listExchanges } from "../../../shared/db/issuing/exchanges.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { createLog } from "../../../shared/logging/log.js";
import { createRedisBreaker } from "../../../shared/queues/redis-breaker.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { cuit } from "../authority/caea-simulator.js";
import { openReporting } from "./reporting.js";

const world = await openReporting();
const { control, issue, report, rowsOf, statesOf, takenOf, callsOf } = world;

afterEach(async () => {
  await control.clearFaults();
  await control.set(world.settings);
});

/** The same issuer, with some of its session's functions in other hands. */
function change(
  deps: ReportDeps,
  over: (session: ReportSession, key: SequenceKey) => Partial<ReportSession>,
): ReportDeps {
  return {
    ...deps,
    authority: {
      async open(key) {
        const opened = await deps.authority.open(key);
        if (opened.outcome !== "open") return opened;
        return { outcome: "open", session: { ...opened.session, ...over(opened.session, key) } };
      },
    },
  };
}

function openRedis() {
  const redis = new Redis(inject("redisUrl"), { keyPrefix: "reports:" });
  return { redis, close: async () => redis.disconnect() };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test("vouchers are reported in the order of their numbers, up to 250 in one call, and their content is kept no longer", async () => {
  const line = await issue(260);
  expect(await report(line)).toBe("done");
  expect(await callsOf(line)).toEqual([range(1, 250), range(251, 260)]);
  expect(await takenOf(line)).toEqual(range(1, 260));
  expect(await statesOf(line)).toEqual(["reported ×260"]);
  const kept = await world.db.caeaReport.findMany({ where: { posNumber: line.posNumber } });
  expect(kept.every(({ declared, reportedAt }) => declared === null && reportedAt !== null)).toBe(true);
  expect(await report(line)).toBe("done");
  expect(await callsOf(line)).toHaveLength(2);
});

test("what is sent names the code and the time of issuing in Argentina", async () => {
  const line = await issue(1);
  await report(line);
  const [request] = await control.requests({ operation: "FECAEARegInformativo", pos: line.posNumber });
  expect(JSON.stringify(request)).toContain("FECAEARegInformativo");
  const [voucher] = await control.ledger({ cuit, pos: line.posNumber });
  expect(voucher).toMatchObject({
    cae: world.code.code,
    emission: "CAEA",
    generated: "20311110143507",
    observations: [],
  });
});

test.each([
  { when: "before" as const, action: "drop" as const, name: "cut before it is processed" },
  { when: "before" as const, action: "status" as const, name: "answered 503" },
  { when: "before" as const, action: "html" as const, name: "answered with a page" },
  { when: "before" as const, action: "error" as const, name: "answered with 501" },
])("a report that is $name is sent again with the same content", async ({ when, action }) => {
  const line = await issue(3);
  await control.pushFault({ operation: "FECAEARegInformativo", when, action, pos: line.posNumber });
  expect(await report(line)).toBe("waiting");
  expect(await statesOf(line)).toEqual(["sent ×3"]);
  expect(await report(line)).toBe("waiting");
  expect(await callsOf(line)).toHaveLength(1);
  await world.wake(line);
  expect(await report(line)).toBe("done");
  expect(await callsOf(line)).toEqual([range(1, 3), range(1, 3)]);
  expect(await takenOf(line)).toEqual(range(1, 3));
});

test.each([
  { when: "after" as const, action: "drop" as const },
  { when: "after" as const, action: "truncate" as const },
  { when: "after" as const, action: "status" as const },
])("a report whose answer is lost ($action) is found, and never sent twice", async ({ when, action }) => {
  const line = await issue(3);
  await control.pushFault({ operation: "FECAEARegInformativo", when, action, pos: line.posNumber });
  expect(await report(line)).toBe("waiting");
  await world.wake(line);
  expect(await report(line)).toBe("done");
  expect(await callsOf(line)).toEqual([range(1, 3)]);
  expect(await rowsOf(line)).toMatchObject(range(1, 3).map((number) => ({ number, state: "reported" })));
  expect(await takenOf(line)).toEqual(range(1, 3));
});

test("a request that arrives twice is refused as out of order, and found at once", async () => {
  const line = await issue(3);
  await control.pushFault({ operation: "FECAEARegInformativo", action: "repeat", pos: line.posNumber });
  expect(await report(line)).toBe("done");
  expect(await statesOf(line)).toEqual(["reported ×3"]);
  expect(await takenOf(line)).toEqual(range(1, 3));
});

test("an authority that does not say what became of a report is asked again later, as often as it takes", async () => {
  const line = await issue(1);
  await control.pushFault({ operation: "FECAEARegInformativo", action: "drop", pos: line.posNumber });
  await control.pushFault({ operation: "FECompUltimoAutorizado", action: "drop", pos: line.posNumber, times: 2 });
  for (const tries of [1, 2, 3]) {
    expect(await report(line)).toBe("waiting");
    expect(await rowsOf(line)).toMatchObject([{ state: "sent", tries }]);
    await world.wake(line);
  }
  expect(await report(line)).toBe("done");
});

test("a rejected voucher keeps its codes and blocks those behind it; after the cause is mended it goes first", async () => {
  const line = await issue(4);
  await control.set({ findings: [{ code: 713, msg: "wrong concept", observation: false, cuit, type: 6, number: 3 }] });
  expect(await report(line)).toBe("rejected");
  expect(await statesOf(line)).toEqual(["reported ×2", "rejected", "due"]);
  expect((await rowsOf(line))[2]).toMatchObject({ errors: [713] });
  expect(await report(line)).toBe("rejected");
  expect(await callsOf(line)).toHaveLength(1);

  await control.set({ findings: [] });
  await world.tryAgain(line);
  expect(await report(line)).toBe("done");
  expect(await callsOf(line)).toEqual([range(1, 4), [3, 4]]);
  expect(await takenOf(line)).toEqual(range(1, 4));
  expect((await rowsOf(line))[2]).toMatchObject({ errors: [] });
});

test("a foreign voucher on our number stops the sequence, and names what differs", async () => {
  const line = await issue(2);
  await control.issueForeign({ cuit, pos: line.posNumber, type: 6, fields: { ImpTotal: "999.00" } });
  expect(await report(line)).toBe("rejected");
  const [first] = await world.db.caeaReport.findMany({
    where: { posNumber: line.posNumber },
    orderBy: { voucherNumber: "asc" },
  });
  expect(first).toMatchObject({
    state: "rejected",
    errors: [{ code: 703, msg: expect.stringMatching(/another voucher under number 1 .*ImpTotal 100 \/ 999.*/) }],
  });
  expect(first?.errors).toMatchObject([{ msg: expect.stringContaining("EmisionTipo CAEA / nothing") }]);
  expect(await takenOf(line)).toEqual([1]);
  await world.tryAgain(line);
  expect(await report(line)).toBe("rejected");
});

test("numbers that nobody reported before ours wait for a person", async () => {
  const line = await issue(3);
  await world.db.caeaReport.deleteMany({ where: { posNumber: line.posNumber, voucherNumber: 2 } });
  expect(await report(line)).toBe("rejected");
  expect(await rowsOf(line)).toMatchObject([
    { number: 1, state: "reported" },
    { number: 3, state: "rejected", errors: [703] },
  ]);
});

test("nothing is reported on the first day of the code's validity, nor when the authority says that it is too early", async () => {
  const line = await issue(2);
  const onDay = (day: string) => world.openIssuer({ nowMs: () => Date.parse(day) });
  expect(await report(line, onDay("2031-11-02T02:59:59Z"))).toBe("early");
  expect(await callsOf(line)).toEqual([]);

  await control.set({ findings: [{ code: 1414, msg: "", observation: false, cuit, type: 6, number: 1 }] });
  expect(await report(line, onDay("2031-11-02T03:00:00Z"))).toBe("waiting");
  expect(await statesOf(line)).toEqual(["due ×2"]);
  await control.set({ findings: [] });
  await world.wake(line);
  expect(await report(line)).toBe("done");
});

test("one call is about one code", async () => {
  const next = await world.obtain({ period: 203111, fortnight: 2, validFrom: "20311116", validTo: "20311130" });
  const line = await issue(2);
  await world.issueMore(line, 2, next);
  expect(await report(line)).toBe("done");
  expect(await callsOf(line)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  const ledger = await control.ledger({ cuit, pos: line.posNumber });
  expect(ledger.map(({ cae }) => cae)).toEqual([world.code.code, world.code.code, next.code, next.code]);
});

test("counters and look-ups that lag behind make no person look", async () => {
  const line = await issue(3);
  await control.pushFault({ operation: "FECAEARegInformativo", when: "after", action: "drop", pos: line.posNumber });
  expect(await report(line)).toBe("waiting");
  await control.set({ counterLagMs: 600_000, visibilityLagMs: 600_000 });
  // The counter does not show the first, so it is sent again, and refused.
  await world.wake(line);
  expect(await report(line)).toBe("waiting");
  expect(await statesOf(line)).toEqual(["sent ×3"]);
  // The counter shows it, and the look-up does not.
  await control.set({ counterLagMs: 0 });
  await world.wake(line);
  expect(await report(line)).toBe("waiting");
  expect(await statesOf(line)).toEqual(["sent ×3"]);

  await control.set({ visibilityLagMs: 0 });
  await world.wake(line);
  expect(await report(line)).toBe("done");
  expect(await takenOf(line)).toEqual(range(1, 3));
});

test("vouchers behind a reported one wait while the counter lags", async () => {
  const line = await issue(1);
  expect(await report(line)).toBe("done");
  await world.issueMore(line, 2);
  await control.set({ counterLagMs: 600_000, visibilityLagMs: 600_000 });
  await control.pushFault({ operation: "FECAEARegInformativo", action: "repeat", pos: line.posNumber });
  expect(await report(line)).toBe("waiting");
  expect(await statesOf(line)).toEqual(["reported", "sent ×2"]);
  await control.set({ counterLagMs: 0, visibilityLagMs: 0 });
  await world.wake(line);
  expect(await report(line)).toBe("done");
});

test("a ticket that is not accepted is renewed once", async () => {
  // No certificate is valid in 2031, so the authority's clock goes back for each login.
  const patient = () =>
    change(world.openIssuer(), (session) => ({
      async renewTicket() {
        await world.forgetLogins();
        await control.set({ clockOffsetMs: 0 });
        const problem = await session.renewTicket();
        await control.set(world.settings);
        return problem;
      },
    }));
  const line = await issue(2);
  const refused = { operation: "FECAEARegInformativo", action: "error" as const, code: "600" };
  await control.pushFault({ ...refused, pos: line.posNumber });
  expect(await report(line, patient())).toBe("done");
  expect(await callsOf(line)).toHaveLength(2);

  const other = await issue(2);
  await control.pushFault({ ...refused, pos: other.posNumber, times: null });
  expect(await report(other, patient())).toBe("waiting");
  expect(await callsOf(other)).toHaveLength(2);
  expect(await rowsOf(other)).toMatchObject([
    { state: "due", tries: 1 },
    { state: "due", tries: 0 },
  ]);
});

test("without a ticket the first report waits, and nothing is sent", async () => {
  const line = await issue(2);
  const shut: ReportDeps["authority"] = { open: async () => ({ outcome: "unavailable", cause: "no answer" }) };
  expect(await report(line, world.openIssuer({ authority: shut }))).toBe("waiting");
  expect(await rowsOf(line)).toMatchObject([
    { state: "due", tries: 1 },
    { state: "due", tries: 0 },
  ]);
  expect(await report(line)).toBe("waiting");
  expect(await callsOf(line)).toEqual([]);
});

describe("several issuers", () => {
  test("only one reports a sequence at a time, with one call in flight", async () => {
    const line = await issue(300);
    const { redis, close } = openRedis();
    const log = createLog("test", "silent");
    const watch = createRedisBreaker(redis, log);
    const lock = createFallbackLock({
      shared: createRedisLock({ redis, watch, log, isStopping: () => false }),
      lease: { tryAcquire: async () => "taken" },
      redis: watch,
    });
    let [inFlight, most] = [0, 0];
    const counted = (deps: ReportDeps) =>
      change(deps, ({ report }) => ({
        async report(...args) {
          most = Math.max(most, ++inFlight);
          return report(...args).finally(() => --inFlight);
        },
      }));
    const issuers = [1, 2, 3, 4].map(() => counted(world.openIssuer({ lock })));
    const results = await Promise.all(issuers.map((each) => report(line, each)));
    await close();
    watch.stop();
    expect(results.filter((one) => one === "done")).not.toEqual([]);
    expect(most).toBe(1);
    expect(await callsOf(line)).toEqual([range(1, 250), range(251, 300)]);
    expect(await takenOf(line)).toEqual(range(1, 300));
  });

  test("without the lock each number is taken once all the same", async () => {
    const line = await issue(40);
    for (let round = 0; (await statesOf(line)).join() !== "reported ×40"; round++) {
      expect(round).toBeLessThan(20);
      await Promise.all([1, 2, 3].map(() => report(line, world.openIssuer())));
      await world.wake(line);
    }
    expect(await takenOf(line)).toEqual(range(1, 40));
  });

  test("one that lost the sequence while it waited for the answer changes nothing", async () => {
    const line = await issue(2);
    const slow = world.openIssuer();
    const robbed = change(slow, (session, key) => ({
      async report(...args) {
        const outcomes = await session.report(...args);
        await slow.store.acquireSequence(key);
        return outcomes;
      },
    }));
    expect(await report(line, robbed)).toBe("superseded");
    expect(await statesOf(line)).toEqual(["sent ×2"]);
    await world.wake(line);
    expect(await report(line)).toBe("done");
    expect(await callsOf(line)).toEqual([[1, 2]]);
    expect(await takenOf(line)).toEqual([1, 2]);
  });

  test("one that was paused after its write-ahead sends nothing", async () => {
    const line = await issue(1);
    let ms = 0;
    const paused = world.openIssuer({ clock: { monotonicMs: () => (ms += 1_000) } });
    expect(await report(line, paused)).toBe("waiting");
    expect(await callsOf(line)).toEqual([]);
    expect(await statesOf(line)).toEqual(["due"]);
  });
});

test("the exchanges about a voucher are kept as evidence", async () => {
  const line = await issue(2);
  await control.pushFault({ operation: "FECAEARegInformativo", when: "after", action: "drop", pos: line.posNumber });
  await report(line);
  await world.wake(line);
  await report(line);
  const { voucherId } = await world.db.caeaReport.findFirstOrThrow({
    where: { posNumber: line.posNumber, voucherNumber: 1 },
  });
  const kept = await waitFor(
    async () => {
      const found = await listExchanges(world.db, voucherId);
      return found.length === 3 && found;
    },
    { message: "the exchanges" },
  );
  expect(kept.map(({ operation, outcome }) => [operation, outcome])).toEqual([
    ["FECAEARegInformativo", "unknown"],
    ["FECompUltimoAutorizado", "known"],
    ["FECompConsultar", "found"],
  ]);
  expect(kept[0]?.request).toContain("<CbteFchHsGen>20311110143507</CbteFchHsGen>");
});
