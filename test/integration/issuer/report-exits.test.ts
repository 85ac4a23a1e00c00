import { afterEach, describe, expect, test } from "vitest";
import type { ReportDeps, ReportSession } from "../../../issuer/contingency/report-deps.js";
import { type ReportWord, resolveReport } from "../../../issuer/operator/resolve-report.js";
import { createAuditedReports } from "../../../issuer/store/operator-store.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { cuit } from "../authority/caea-simulator.js";
import { openReporting } from "./reporting.js";

const world = await openReporting();
const { control, issue, report, rowsOf, statesOf, takenOf } = world;

afterEach(async () => {
  await control.clearFaults();
  await control.set(world.settings);
});

/** The same issuer, whose authority answers otherwise. */
function withSession(over: Partial<ReportSession>): ReportDeps {
  return world.openIssuer({
    authority: {
      async open(key) {
        const opened = await world.deps.authority.open(key);
        return opened.outcome === "open" ? { outcome: "open", session: { ...opened.session, ...over } } : opened;
      },
    },
  });
}

const idOf = async ({ posNumber }: SequenceKey, voucherNumber: number) =>
  (await world.db.caeaReport.findFirstOrThrow({ where: { posNumber, voucherNumber } })).voucherId;

/** An operator's word, by number. */
async function resolve(
  line: SequenceKey,
  number: number,
  word: Partial<ReportWord> & Pick<ReportWord, "decision">,
  reports = world.deps,
) {
  const voucherId = await idOf(line, number);
  const deps = { reports, clock: { sleep: async () => undefined }, ...createAuditedReports(world.db) };
  return resolveReport(deps, line, { voucherId, andBehind: false, because: "because", by: "ana", ...word });
}

const audited = () =>
  world.db.auditEntry.findMany({ where: { action: "contingency.resolve" }, orderBy: { id: "desc" } });
const refuse = (number: number, code = 1421) =>
  control.set({ findings: [{ code, msg: "wrong", observation: false, cuit, type: 6, number }] });
const decided = { outcome: "decided" };
const notDecided = (why: RegExp) => ({ outcome: "notDecided", why: expect.stringMatching(why) });

test.each(["", "x"])(
  "what another's voucher declares is told to a person, wherever the telling is cut (%j)",
  async (before) => {
    const line = await issue(1);
    const another = withSession({
      report: async (reports) => reports.map(() => ({ outcome: "unknown", cause: "no answer" })),
      lastNumber: async () => ({ outcome: "known", number: 1, authorityTimeMs: null }),
      lookUp: async () => ({
        outcome: "found",
        differences: [{ field: "Desc", sent: `${before}${"\u{1f600}".repeat(300)}`, found: "other" }],
        observations: [],
      }),
    });
    expect(await report(line, another)).toBe("waiting");
    await world.wake(line);
    expect(await report(line, another)).toBe("rejected");
    expect(await statesOf(line)).toEqual(["rejected"]);
  },
);

/** Of four vouchers the first is reported, and the second refused for ever. */
async function refusedForEver() {
  const line = await issue(4);
  await refuse(2);
  expect(await report(line)).toBe("rejected");
  expect(await statesOf(line)).toEqual(["reported", "rejected", "due ×2"]);
  return line;
}

describe("a report that the authority refuses for ever", () => {
  test("is given up, and the next one is tried: the authority takes none behind a number that it lacks", async () => {
    const line = await refusedForEver();
    expect(await resolve(line, 2, { decision: "giveUp" })).toEqual(decided);
    expect(await statesOf(line)).toEqual(["reported", "givenUp", "due ×2"]);
    expect((await rowsOf(line))[1]).toMatchObject({ errors: [1421] });
    const [entry] = await audited();
    expect(entry).toMatchObject({
      ...{ resourceId: `${await idOf(line, 2)}`, actorType: "admin", actorName: "ana" },
      before: { state: "rejected", number: 2 },
      after: {
        decision: "giveUp",
        because: "because",
        effect: expect.stringContaining("expects number 2"),
        numbers: [2],
      },
    });

    expect(await report(line)).toBe("rejected");
    expect(await rowsOf(line)).toMatchObject([
      { state: "reported" },
      { state: "givenUp", errors: [1421] },
      { state: "rejected", errors: [703] },
      // It went in the same call.
      { state: "sent" },
    ]);
    expect(await resolve(line, 3, { decision: "giveUp", andBehind: true })).toEqual(decided);
    expect((await audited())[0]?.after).toMatchObject({ numbers: [3, 4] });
    expect(await rowsOf(line)).toMatchObject([{}, {}, { state: "givenUp" }, { state: "givenUp", errors: [703] }]);
    expect(await report(line)).toBe("done");
    expect(await takenOf(line)).toEqual([1]);
  });

  test("is adopted after all, once somebody else reported it, and then the sequence goes on", async () => {
    const line = await refusedForEver();
    await resolve(line, 2, { decision: "giveUp" });
    await control.set({ findings: [] });
    // As if the accountant had reported it in the authority's portal, from the printed voucher.
    const { voucherId } = await world.db.caeaReport.findFirstOrThrow({
      where: { posNumber: line.posNumber, voucherNumber: 2 },
    });
    await world.db.caeaReport.update({ where: { voucherId }, data: { state: "due", gap: false } });
    await world.deps.store.acquireSequence(line);
    const [second] = await world.deps.store.readOpen(line);
    const opened = await world.deps.authority.open(line);
    if (opened.outcome !== "open" || !second) throw new Error("there should be a report to send");
    expect(await opened.session.report([second], () => true)).toMatchObject([{ outcome: "reported" }]);
    await world.db.caeaReport.update({ where: { voucherId }, data: { state: "givenUp", gap: true } });

    expect(await resolve(line, 2, { decision: "giveUp" })).toEqual(notDecided(/adopt it/));
    expect(await resolve(line, 2, { decision: "adopt" })).toEqual(decided);
    expect(await report(line)).toBe("done");
    expect(await statesOf(line)).toEqual(["reported ×4"]);
    expect(await takenOf(line)).toEqual([1, 2, 3, 4]);
    expect(await world.db.caeaReport.count({ where: { posNumber: line.posNumber, gap: true } })).toBe(0);
  });

  test("cannot be adopted, and those behind are not given up before it", async () => {
    const line = await refusedForEver();
    expect(await resolve(line, 2, { decision: "adopt" })).toEqual(notDecided(/shows no voucher under number 2/));
    expect(await resolve(line, 1, { decision: "giveUp" })).toEqual(notDecided(/nothing to decide/));
    expect(await resolve(line, 3, { decision: "giveUp" })).toEqual(notDecided(/nothing to decide/));
    await world.db.caeaReport.updateMany({
      where: { posNumber: line.posNumber, voucherNumber: 3 },
      data: { state: "rejected" },
    });
    expect(await resolve(line, 3, { decision: "giveUp" })).toEqual(notDecided(/Number 2 .* comes first/));
    const before = (await audited()).length;
    expect(await resolve(line, 2, { decision: "giveUp" })).toEqual(decided);
    expect(await resolve(line, 2, { decision: "giveUp" })).toEqual(notDecided(/given up already/));
    expect(await audited()).toHaveLength(before + 1);
  });

  test("waits for the authority's word too: who cannot ask decides nothing", async () => {
    const line = await refusedForEver();
    const shut: ReportDeps["authority"] = { open: async () => ({ outcome: "unavailable", cause: "no answer" }) };
    const nobody = world.openIssuer({ authority: shut });
    expect(await resolve(line, 2, { decision: "giveUp" }, nobody)).toEqual(
      notDecided(/must be asked first: no answer/),
    );
    await control.pushFault({ operation: "FECompConsultar", action: "drop", pos: line.posNumber });
    expect(await resolve(line, 2, { decision: "giveUp" })).toEqual(notDecided(/must be asked first/));
    await control.pushFault({ operation: "FECompUltimoAutorizado", action: "drop", pos: line.posNumber });
    expect(await resolve(line, 2, { decision: "giveUp" })).toEqual(notDecided(/must be asked first/));
    expect(await statesOf(line)).toEqual(["reported", "rejected", "due ×2"]);
  });
});

describe("another voucher under the number", () => {
  test("is not adopted; ours is given up, and those behind it go on", async () => {
    const line = await issue(3);
    await control.issueForeign({
      cuit,
      pos: line.posNumber,
      type: 6,
      fields: { ImpTotal: "999.00", CbteFch: "20311110" },
    });
    expect(await report(line)).toBe("rejected");
    expect(await resolve(line, 1, { decision: "adopt" })).toEqual(notDecided(/another one.*ImpTotal/));
    expect(await resolve(line, 1, { decision: "giveUp", andBehind: true })).toEqual(notDecided(/can take them/));
    expect(await resolve(line, 1, { decision: "giveUp" })).toEqual(decided);
    expect(await report(line)).toBe("done");
    expect(await statesOf(line)).toEqual(["givenUp", "reported ×2"]);
  });
});

describe("our own voucher that the authority shows in other words", () => {
  test.each(["EmisionTipo", "Tributos/Tributo[1]/Desc"])("with another %s is adopted by a person", async (field) => {
    const line = await issue(2);
    await control.pushFault({ operation: "FECAEARegInformativo", when: "after", action: "drop", pos: line.posNumber });
    expect(await report(line)).toBe("waiting");
    const differences = [{ field, sent: "CAEA", found: "CAEA - otra" }];
    const restating = withSession({ lookUp: async () => ({ outcome: "found", differences, observations: [] }) });
    await world.wake(line);
    expect(await report(line, restating)).toBe("rejected");
    expect(await resolve(line, 1, { decision: "giveUp" }, restating)).toEqual(notDecided(/adopt it/));
    expect(await resolve(line, 1, { decision: "adopt" }, restating)).toEqual(decided);
    expect((await audited())[0]?.after).toMatchObject({ effect: expect.stringContaining(field) });
    expect(await report(line)).toBe("done");
    expect(await statesOf(line)).toEqual(["reported ×2"]);
  });

  test("is not adopted under another code", async () => {
    const line = await issue(1);
    const differences = [{ field: "CodAutorizacion", sent: "1", found: "2" }];
    const other = withSession({ lookUp: async () => ({ outcome: "found", differences, observations: [] }) });
    await world.db.caeaReport.updateMany({
      where: { posNumber: line.posNumber },
      data: { state: "rejected", errors: [{ code: 703, msg: "" }] },
    });
    expect(await resolve(line, 1, { decision: "adopt" }, other)).toEqual(notDecided(/CodAutorizacion/));
  });
});

describe("a voucher that the authority counts and does not show", () => {
  const hiding = withSession({
    lookUp: async () => ({ outcome: "absent" }),
    lastNumber: async () => ({ outcome: "known", number: 1, authorityTimeMs: null }),
  });

  test("waits for an hour, and then for a person", async () => {
    const line = await issue(1);
    await control.pushFault({ operation: "FECAEARegInformativo", when: "after", action: "drop", pos: line.posNumber });
    expect(await report(line)).toBe("waiting");
    await world.wake(line);
    expect(await report(line, hiding)).toBe("waiting");
    const rowOf = () => world.db.caeaReport.findFirstOrThrow({ where: { posNumber: line.posNumber } });
    const { hiddenSince } = await rowOf();
    expect(hiddenSince).not.toBeNull();
    const past = async (minutes: number) => {
      const since = new Date(Date.now() - minutes * 60_000);
      await world.db.caeaReport.updateMany({ where: { posNumber: line.posNumber }, data: { hiddenSince: since } });
      await world.wake(line);
    };
    await past(59);
    // A look without an answer says nothing about it.
    await control.pushFault({ operation: "FECompUltimoAutorizado", action: "drop", pos: line.posNumber });
    expect(await report(line)).toBe("waiting");
    expect((await rowOf()).hiddenSince).not.toBeNull();
    await world.wake(line);
    expect(await report(line, hiding)).toBe("waiting");
    await past(61);
    expect(await report(line, hiding)).toBe("rejected");
    expect(await rowOf()).toMatchObject({
      state: "rejected",
      errors: [{ code: 703, msg: expect.stringContaining("for an hour") }],
    });
    expect((await rowOf()).hiddenSince).toBeNull();

    expect(await resolve(line, 1, { decision: "adopt" }, hiding)).toEqual(notDecided(/shows no voucher/));
    expect(await resolve(line, 1, { decision: "giveUp" }, hiding)).toEqual(decided);
    expect(await world.db.caeaReport.count({ where: { posNumber: line.posNumber, gap: true } })).toBe(0);
  });

  test("that is shown in the end is reported, however long it took", async () => {
    const line = await issue(1);
    await control.pushFault({ operation: "FECAEARegInformativo", when: "after", action: "drop", pos: line.posNumber });
    await report(line);
    await world.wake(line);
    await report(line, hiding);
    await world.db.caeaReport.updateMany({ where: { posNumber: line.posNumber }, data: { hiddenSince: new Date(0) } });
    await world.wake(line);
    expect(await report(line)).toBe("done");
  });
});

describe("a report that never gets an outcome", () => {
  const poison = withSession({ report: async (all) => all.map(() => ({ outcome: "unknown", cause: "HTTP 500" })) });

  test("is tried again by itself, and after ten tries a person can have the last word", async () => {
    const line = await issue(2);
    for (let tries = 1; tries <= 10; tries++) {
      expect(await resolve(line, 1, { decision: "giveUp" }, poison)).toEqual(notDecided(/nothing to decide/));
      await world.wake(line);
      expect(await report(line, poison)).toBe("waiting");
    }
    expect(await resolve(line, 1, { decision: "adopt" }, poison)).toEqual(notDecided(/shows no voucher/));
    expect(await resolve(line, 1, { decision: "giveUp", andBehind: true }, poison)).toEqual(decided);
    expect(await rowsOf(line)).toMatchObject([
      { state: "givenUp", errors: [0] },
      { state: "givenUp", errors: [703] },
    ]);
  });

  test("is adopted when the authority shows it", async () => {
    const line = await issue(1);
    await control.pushFault({ operation: "FECAEARegInformativo", when: "after", action: "drop", pos: line.posNumber });
    expect(await report(line)).toBe("waiting");
    await world.db.caeaReport.updateMany({ where: { posNumber: line.posNumber }, data: { attemptCount: 10 } });
    expect(await resolve(line, 1, { decision: "giveUp" })).toEqual(notDecided(/adopt it/));
    expect(await resolve(line, 1, { decision: "adopt" })).toEqual(decided);
    expect(await statesOf(line)).toEqual(["reported"]);
  });
});

test("a write-ahead that takes longer than a second sends nothing: another issuer may have taken over", async () => {
  const line = await issue(1);
  let nowMs = 0;
  const slow = world.openIssuer({
    clock: { monotonicMs: () => nowMs },
    store: {
      ...world.deps.store,
      async writeAhead(taken, reports) {
        const isWritten = await world.deps.store.writeAhead(taken, reports);
        nowMs += 1_000;
        return isWritten;
      },
    },
  });
  expect(await report(line, slow)).toBe("waiting");
  expect(await world.callsOf(line)).toEqual([]);
  expect(await statesOf(line)).toEqual(["due"]);
  await world.wake(line);
  expect(await report(line)).toBe("done");
});
