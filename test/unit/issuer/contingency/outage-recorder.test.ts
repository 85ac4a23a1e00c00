import { expect, test } from "vitest";
import { createOutageRecorder, createOutageView } from "../../../../issuer/contingency/outage-recorder.js";
import type { FinishedCall } from "../../../../issuer/issuing/contingency-deps.js";
import type { Outage } from "../../../../shared/db/contingency/silence.js";

const prepared = { companyId: 1, production: true };
const other = { companyId: 2, production: true };
const sequence = { posNumber: 1, voucherType: 6 };

const well: Outage = {
  ...{ ...prepared, silentSinceMs: null, issuingSinceMs: null, activeSinceMs: null, byHand: false },
  ...{ readySinceMs: null, refused: 0, nowMs: 1_000_000 },
};
const silent: Outage = { ...well, silentSinceMs: 990_000 };
const active: Outage = { ...silent, activeSinceMs: 995_000 };

/** One process, whose monotonic clock stands still unless it is set. */
function open({ isIsolated = false } = {}) {
  const clock = { nowMs: 100_000 };
  const ended: number[] = [];
  const knowledge = createOutageView();
  knowledge.refresh({ prepared: [prepared], watched: [] });
  const silence = createOutageRecorder(
    knowledge,
    ({ companyId }) => ended.push(companyId),
    () => clock.nowMs,
    () => isIsolated,
  );
  const call = (over: Partial<FinishedCall>, of = prepared) =>
    silence.listener(
      { ...of, ...sequence },
      {
        heard: "nothing",
        kind: "question",
        startedAtMs: clock.nowMs,
        issues: false,
        cause: "timeout",
        access: null,
        ...over,
      },
    );
  /** What a round writes down, when it reads these rows. */
  function round(...watched: Outage[]) {
    knowledge.refresh({ prepared: [prepared], watched });
    const { notes, written } = silence.readNotes(watched);
    written(notes);
    return notes.map(({ companyId: _, production: __, ...note }) => note);
  }
  return { clock, ended, knowledge, silence, call, round };
}

const nothing = {
  ...{ answeredAgoMs: null, issuedAgoMs: null, calls: [], requests: [], cause: null, isReady: false },
  ...{ refused: 0, refusal: null, refusedAnew: false },
};

test("nothing is written while all is well, nor for companies without a point of sale that stands in", () => {
  const { silence, call, round, ended } = open();
  silence.issued(prepared);
  call({ heard: "answer" });
  call({}, other);
  expect(round()).toEqual([]);
  expect(ended).toEqual([]);
});

test("what was not answered is written once, with when it began", () => {
  const { clock, call, round } = open();
  call({ kind: "request", startedAtMs: 70_000 });
  call({ startedAtMs: 90_000 });
  clock.nowMs += 500;
  expect(round()).toEqual([{ ...nothing, calls: [30_500, 10_500], requests: [30_500], cause: "timeout" }]);
  expect(round(silent)).toEqual([]);
});

test("what could not be written is written in the next round", () => {
  const { silence, call } = open();
  call({ startedAtMs: 90_000 });
  expect(silence.readNotes([]).notes).toHaveLength(1);
  const again = silence.readNotes([]);
  expect(again.notes).toMatchObject([{ calls: [10_000] }]);
  call({ startedAtMs: 99_000 });
  again.written([prepared]);
  expect(silence.readNotes([]).notes).toMatchObject([{ calls: [1_000] }]);
});

test("what is written of one company says nothing of another, whose row was held", () => {
  const { silence, knowledge, call } = open();
  knowledge.refresh({ prepared: [prepared, other], watched: [] });
  call({ startedAtMs: 90_000 });
  call({ startedAtMs: 91_000 }, other);
  const first = silence.readNotes([]);
  expect(first.notes).toMatchObject([{ calls: [10_000] }, { calls: [9_000] }]);
  first.written([prepared]);
  const second = silence.readNotes([]);
  expect(second.notes).toMatchObject([{ ...other, calls: [9_000] }]);
  second.written([other]);
  expect(silence.readNotes([]).notes).toEqual([]);
});

test("an answer breaks the silence of every call that began before it, and a question none of requests", () => {
  const { clock, call, round } = open();
  call({ kind: "request", startedAtMs: 70_000 });
  clock.nowMs = 110_000;
  call({ heard: "answer" });
  call({ startedAtMs: 105_000 });
  expect(round()).toEqual([{ ...nothing, answeredAgoMs: 0, requests: [40_000], cause: "timeout" }]);
});

test("an answer contradicts a silence as soon as a row shows it, of whose calls ever it is made", () => {
  const { clock, silence, call, round } = open();
  call({ heard: "answer" });
  clock.nowMs += 300;
  silence.issued(prepared);
  expect(round()).toEqual([]);
  clock.nowMs += 200;
  expect(round(silent)).toEqual([{ ...nothing, answeredAgoMs: 200, issuedAgoMs: 200 }]);
  expect(round(silent), "once").toEqual([]);
});

test("an answered request ends a contingency at once, but not many times a second", () => {
  const { clock, silence, round, ended } = open();
  round(active);
  silence.issued(prepared);
  silence.issued(prepared);
  expect(ended).toEqual([1]);
  clock.nowMs += 500;
  silence.issued(prepared);
  expect(ended).toEqual([1, 1]);
});

test("so does one that was answered before this process knew of the contingency, but none from before its beginning", () => {
  const { clock, silence, round, ended } = open();
  silence.issued(prepared);
  clock.nowMs += 4_000;
  round({ ...active, activeSinceMs: 997_000 });
  expect(ended).toEqual([]);
  round({ ...active, activeSinceMs: 995_000 });
  expect(ended).toEqual([1]);
  round({ ...active, activeSinceMs: 995_000 });
  expect(ended).toEqual([1]);
});

test("one begun by hand is left alone", () => {
  const { silence, round, ended } = open();
  round({ ...well, activeSinceMs: 995_000, byHand: true });
  silence.issued(prepared);
  expect(ended).toEqual([]);
});

test("companies that share a certificate hear of the same login more than once, and count it once", () => {
  const { call, round } = open();
  call({ kind: "login", startedAtMs: 60_000 });
  call({ kind: "login", startedAtMs: 60_000 });
  expect(round()).toMatchObject([{ calls: [40_000] }]);
  call({ kind: "login", startedAtMs: 60_000 });
  expect(round()).toEqual([]);
});

test("calls of a process that is cut off say nothing", () => {
  const { call, round } = open({ isIsolated: true });
  call({});
  expect(round()).toEqual([]);
});

test("an answered question of the watch is written", () => {
  const { silence, call, round } = open();
  call({ heard: "answer" });
  silence.ready(prepared);
  expect(round(active)).toEqual([{ ...nothing, answeredAgoMs: 0, isReady: true }]);
  expect(round(active)).toEqual([]);
});

const refusal = { heard: "answer", access: { refusal: "cms.cert.expired" } } as const;

test("refusals of the company alone are written while a contingency lasts that ends by itself, each once", () => {
  const { call, round } = open();
  call(refusal);
  expect(round(silent), "before it").toMatchObject([{ refused: 0 }]);
  expect(round(active)).toEqual([]);
  call(refusal);
  call(refusal);
  expect(round(active)).toMatchObject([{ refused: 2, refusal: "cms.cert.expired", refusedAnew: false }]);
  expect(round({ ...active, refused: 2 })).toEqual([]);
  call(refusal);
  expect(round({ ...active, byHand: true })).toEqual([]);
});

test("refusals count in a row alone: an answer that lets the company in breaks it, and a call without an answer", () => {
  for (const between of [{ heard: "answer", access: "served" }, { heard: "nothing" }, { heard: "failure" }] as const) {
    const { call, round } = open();
    call(refusal);
    call(between);
    call(refusal);
    expect(round(active)).toMatchObject([{ refused: 1, refusedAnew: true }]);
    call(between);
    expect(round({ ...active, refused: 1 })).toMatchObject([{ refused: 0, refusedAnew: true }]);
  }
});

test("what could not be written of refusals is written in the next round, with those of meanwhile", () => {
  const { silence, call } = open();
  call(refusal);
  expect(silence.readNotes([active]).notes).toMatchObject([{ refused: 1 }]);
  const again = silence.readNotes([active]);
  call(refusal);
  again.written([prepared]);
  expect(silence.readNotes([active]).notes).toMatchObject([{ refused: 1 }]);
});
