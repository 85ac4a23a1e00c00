import { expect } from "vitest";
import type { Resolution } from "../../../../shared/db/contingency/resolve-report.js";
import { type Case, line, standIn } from "../case.js";
import type { Play } from "../play.js";

/** Vouchers under CAEA that wait for their report; somebody has taken their sequence and read them. */
async function issued(play: Play, names: string[]): Promise<void> {
  await play.beginByHand(1);
  for (const name of names) await play.record(line, name);
  await play.readQueue(line);
  await play.move(line);
  await play.take("t", standIn);
  await play.readReports(standIn);
}

const reportsOf = (play: Play) => play.state.reports.map(({ number, state }) => `${number} ${state}`);

/** Reports of vouchers under CAEA: shared/db/contingency/reports.ts and retry-report.ts. */
export const reportCases: Case[] = [
  {
    name: "a report is due at once, and its sequence is listed",
    async script(play) {
      await issued(play, ["1/a", "1/b"]);
      expect(await play.claimDueReports()).toEqual([standIn]);
      expect(await play.readReports(standIn)).toEqual([
        [1, "due", 0, 0, false, "26480000000001", null],
        [2, "due", 0, 0, false, "26480000000001", null],
      ]);
    },
  },
  {
    name: "reports are written ahead together, and left alone for ten seconds",
    async script(play) {
      await issued(play, ["1/a", "1/b"]);
      expect(await play.writeReportsAhead("t", standIn, [1, 2])).toBe(true);
      expect(reportsOf(play)).toEqual(["1 sent", "2 sent"]);
      expect(await play.claimDueReports()).toEqual([]);
      await play.pass(10_000);
      expect(await play.claimDueReports()).toEqual([standIn]);
    },
  },
  {
    name: "a superseded taker writes no report ahead and records none",
    async script(play) {
      await issued(play, ["1/a"]);
      await play.take("u", standIn);
      expect(await play.writeReportsAhead("t", standIn, [1])).toBe(false);
      await play.writeReportsAhead("u", standIn, [1]);
      expect(await play.recordReports("t", [{ number: 1, from: "sent", to: "reported", observations: [] }])).toBe(
        false,
      );
      expect(reportsOf(play)).toEqual(["1 sent"]);
    },
  },
  {
    name: "what is reported is not written ahead again, nor with it those behind it",
    async script(play) {
      await issued(play, ["1/a", "1/b"]);
      await play.writeReportsAhead("t", standIn, [1]);
      await play.recordReports("t", [{ number: 1, from: "sent", to: "reported", observations: [] }]);
      expect(await play.writeReportsAhead("t", standIn, [1, 2])).toBe(false);
      expect(reportsOf(play)).toEqual(["1 reported", "2 due"]);
      expect(await play.readReports(standIn)).toEqual([[2, "due", 0, 0, true, "26480000000001", null]]);
    },
  },
  {
    name: "an outcome is recorded only in the state that was read",
    async script(play) {
      await issued(play, ["1/a"]);
      await play.recordReports("t", [{ number: 1, from: "sent", to: "reported", observations: [] }]);
      expect(reportsOf(play)).toEqual(["1 due"]);
    },
  },
  {
    name: "a rejected report blocks those behind it until a person has it tried again",
    async script(play) {
      await issued(play, ["1/a", "1/b"]);
      await play.writeReportsAhead("t", standIn, [1]);
      await play.recordReports("t", [
        { number: 1, from: "sent", to: "rejected", errors: [{ code: 704, msg: "date" }] },
      ]);
      expect(play.state.reports[0]).toMatchObject({ state: "rejected", errors: [704], tries: 0 });
      await play.pass(200_000);
      expect(await play.claimDueReports()).toEqual([]);
      expect(await play.writeReportsAhead("t", standIn, [1])).toBe(false);
      await play.retryReport(standIn, 1);
      expect(await play.claimDueReports()).toEqual([standIn]);
      expect(play.state.reports[0]).toMatchObject({ state: "due", errors: [704] });
    },
  },
  {
    name: "what has no outcome waits and counts its tries",
    async script(play) {
      await issued(play, ["1/a"]);
      await play.writeReportsAhead("t", standIn, [1]);
      await play.recordReports("t", [{ number: 1, from: "sent", to: "sent", tries: 2, waitMs: 4_000 }]);
      expect(await play.readReports(standIn)).toEqual([[1, "sent", 2, 4_000, false, "26480000000001", null]]);
      await play.pass(4_000);
      expect(await play.claimDueReports()).toEqual([standIn]);
    },
  },
  {
    name: "a time that lies further ahead than any wait is not waited for",
    async script(play) {
      await issued(play, ["1/a"]);
      await play.writeReportsAhead("t", standIn, [1]);
      await play.pass(-110_000);
      expect(await play.claimDueReports()).toEqual([]);
      await play.pass(-1);
      expect(await play.claimDueReports()).toEqual([standIn]);
      expect(await play.readReports(standIn)).toEqual([[1, "sent", 0, 0, false, "26480000000001", null]]);
    },
  },
  {
    name: "what was taken up is left to who has it, until it is recorded or half a minute is over",
    async script(play) {
      await issued(play, ["1/a", "1/b"]);
      expect(await play.claimDueReports()).toEqual([standIn]);
      expect(await play.claimDueReports()).toEqual([]);
      await play.pass(29_999);
      expect(await play.claimDueReports()).toEqual([]);
      await play.pass(1);
      expect(await play.claimDueReports()).toEqual([standIn]);
      await play.writeReportsAhead("t", standIn, [1]);
      await play.recordReports("t", [{ number: 1, from: "sent", to: "due", tries: 0, waitMs: 0 }]);
      expect(await play.claimDueReports()).toEqual([standIn]);
    },
  },
  {
    name: "since when the authority counts what it does not show is kept",
    async script(play) {
      await issued(play, ["1/a"]);
      const hidden = async () => {
        await play.writeReportsAhead("t", standIn, [1]);
        await play.pass(1_000);
        await play.recordReports("t", [{ number: 1, from: "sent", to: "sent", tries: 1, waitMs: 0, isHidden: true }]);
      };
      await hidden();
      expect(play.state.reports[0]?.hiddenSinceMs).toBe(1_000);
      await play.recordReports("t", [{ number: 1, from: "sent", to: "sent", tries: 2, waitMs: 0, isHidden: true }]);
      await play.recordReports("t", [{ number: 1, from: "sent", to: "sent", tries: 3, waitMs: 0 }]);
      expect(play.state.reports[0]?.hiddenSinceMs).toBe(1_000);
      await hidden();
      expect(play.state.reports[0]?.hiddenSinceMs).toBe(2_000);
      await play.recordReports("t", [{ number: 1, from: "sent", to: "due", tries: 0, waitMs: 0 }]);
      expect(play.state.reports[0]?.hiddenSinceMs).toBeNull();
    },
  },
  {
    name: "a refused report keeps its numbering from moves until the authority has taken it",
    async script(play) {
      await issued(play, ["1/a"]);
      await play.writeReportsAhead("t", standIn, [1]);
      await play.recordReports("t", [
        { number: 1, from: "sent", to: "rejected", errors: [{ code: 704, msg: "date" }] },
      ]);
      await play.record(line, "1/b");
      expect(await play.readQueue(line)).toMatchObject({ standing: null });
      await play.retryReport(standIn, 1);
      expect(await play.move(line)).toEqual({ moved: [], refused: [] });
      await play.writeReportsAhead("t", standIn, [1]);
      await play.recordReports("t", [{ number: 1, from: "sent", to: "reported", observations: [] }]);
      expect(await play.move(line)).toMatchObject({ moved: [["1/b", 2]] });
    },
  },
  {
    name: "the end of a contingency hurries what waits, and leaves what is rejected or due alone",
    async script(play) {
      await issued(play, ["1/a", "1/b", "1/c"]);
      await play.writeReportsAhead("t", standIn, [1, 2]);
      await play.recordReports("t", [
        { number: 1, from: "sent", to: "rejected", errors: [{ code: 704, msg: "date" }] },
        { number: 2, from: "sent", to: "sent", tries: 1, waitMs: 60_000 },
      ]);
      await play.pass(500);
      await play.endByHand(1);
      expect(play.state.reports.map(({ dueAtMs }) => dueAtMs)).toEqual([-1_000, -500, 0]);
    },
  },
  {
    name: "the end of a company's contingency hurries no other's reports",
    setting: {
      companies: [
        { id: 1, points: [{ posNumber: 1, substitute: 11 }] },
        { id: 2, points: [{ posNumber: 1, substitute: 11 }] },
      ],
    },
    async script(play) {
      await issued(play, ["1/a"]);
      await play.writeReportsAhead("t", standIn, [1]);
      await play.beginByHand(2);
      await play.endByHand(2);
      expect(play.state.reports[0]?.dueAtMs).toBe(10_000);
    },
  },
  {
    name: "nothing is reported on the first day of its code",
    async script(play) {
      await play.pass(86_400_000);
      await play.pass(86_400_000);
      await play.pass(86_400_000);
      await play.beginByHand(1);
      await play.record(line, "1/a", { day: 3 });
      await play.readQueue(line);
      await play.move(line);
      expect(play.state.reports[0]?.code).toBe("26500000000002");
      expect(await play.claimDueReports()).toEqual([]);
      await play.pass(86_400_000);
      expect(await play.claimDueReports()).toEqual([standIn]);
    },
  },
  {
    name: "a sequence that is given back is due as before, with what is open of it alone",
    async script(play) {
      await issued(play, ["1/a", "1/b"]);
      await play.claimDueReports();
      await play.writeReportsAhead("t", standIn, [1]);
      await play.recordReports("t", [{ number: 1, from: "sent", to: "reported", observations: [] }]);
      await play.pass(1);
      expect(await play.claimDueReports()).toEqual([standIn]);
      expect(await play.claimDueReports()).toEqual([]);
      await play.giveReportsBack(standIn);
      expect(await play.claimDueReports()).toEqual([standIn]);
    },
  },
  {
    name: "a refused report is given up, with those behind it, or adopted afterwards: then the gap is over",
    async script(play) {
      await issued(play, ["1/a", "1/b", "1/c"]);
      await play.writeReportsAhead("t", standIn, [1, 2]);
      await play.recordReports("t", [
        { number: 1, from: "sent", to: "rejected", errors: [{ code: 1421, msg: "wrong" }] },
        { number: 2, from: "sent", to: "due", tries: 0, waitMs: 0 },
      ]);
      expect(await play.resolveReport("t", 2, giveUp({ isGap: true })), "it is not refused").toBeUndefined();
      await play.take("u", standIn);
      expect(await play.resolveReport("t", 1, giveUp({ isGap: true })), "by who has lost it").toEqual([]);
      expect(await play.resolveReport("u", 1, giveUp({ isGap: true, andBehind: behind }))).toEqual([1, 2, 3]);
      expect(play.state.reports).toMatchObject([
        { state: "givenUp", isGap: true, errors: [1421] },
        { state: "givenUp", isGap: true, errors: [703] },
        { state: "givenUp", isGap: true, errors: [703] },
      ]);
      expect(await play.readQueue(line)).toBeUndefined();
      await play.record(line, "1/d");
      expect(await play.readQueue(line), "nothing moves behind a gap").toMatchObject({ standing: null });
      expect(await play.resolveReport("u", 2, { decision: "adopt", observations: [] })).toEqual([2]);
      expect(play.state.reports).toMatchObject([
        { state: "givenUp", isGap: false },
        { state: "reported", isGap: false, errors: [] },
        { state: "givenUp", isGap: true },
      ]);
    },
  },
  {
    name: "one that brought no outcome in ten tries can be given up, and keeps why",
    async script(play) {
      await issued(play, ["1/a"]);
      await play.writeReportsAhead("t", standIn, [1]);
      await play.recordReports("t", [{ number: 1, from: "sent", to: "sent", tries: 9, waitMs: 60_000 }]);
      expect(await play.resolveReport("t", 1, giveUp({ isGap: false }))).toBeUndefined();
      await play.recordReports("t", [{ number: 1, from: "sent", to: "sent", tries: 10, waitMs: 60_000 }]);
      expect(await play.resolveReport("t", 1, giveUp({ isGap: false }))).toEqual([1]);
      expect(play.state.reports).toMatchObject([{ state: "givenUp", isGap: false, errors: [0], tries: 0 }]);
      await play.record(line, "1/b");
      expect(await play.readQueue(line)).toMatchObject({ standing: { lastNumber: 1 } });
    },
  },
];

const behind = [{ code: 703, msg: "behind" }];
const giveUp = (over: { isGap: boolean; andBehind?: typeof behind }): Resolution => ({
  ...{ decision: "giveUp", why: [{ code: 0, msg: "no outcome" }], andBehind: undefined },
  ...over,
});
