import { beforeEach, expect, test } from "vitest";
import { listOutages } from "../../../shared/db/contingency/silence.js";
import { claimTrial } from "../../../shared/db/contingency/trial.js";
import {
  doubtKeepsMs,
  endByHand,
  endDespiteDoubt,
  noteIssued,
} from "../../../shared/db/contingency/turn-contingency.js";
import { markUnconfirmed } from "../../../shared/db/issuing/doubts.js";
import { cancelAllOverdue } from "../../../shared/db/issuing/issuances.js";
import { returnToQueue, settleQueued } from "../../../shared/db/issuing/settle-issuances.js";
import { submitNext } from "../../../shared/db/issuing/write-ahead.js";
import { notAsked } from "../../../shared/domain/issuance-outcome.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { beginAndAnswer, note, unansweredRequest } from "../../support/samples/heard.js";
import { moveAll, openPreparedLines } from "../../support/samples/prepared-lines.js";
import { type SampleQueue, submitFrom } from "../../support/samples/waiting-lines.js";

const system = await openForFile(openIssuingApp);
const lines = await openPreparedLines(system);
beforeEach(async () => {
  await noteIssued(system.db, lines.tenant);
  await endByHand(system.db, lines.tenant);
  // The numbers of earlier tests.
  await system.db.issuance.updateMany({ where: lines.tenant, data: { doubt: null } });
});

const begin = () => beginAndAnswer(system.db, lines.tenant);
const tries = (id: number) => claimTrial(system.db, lines.tenant, id);
const idsIn = async (line: SampleQueue) => (await lines.waitingIn(line)).map(({ id }) => id);
const lasts = async () => (await listOutages(system.db)).some(({ activeSinceMs }) => activeSinceMs !== null);
/** Moves what may move. Gives the ids. */
const idsMoved = async (line: SampleQueue) => (await moveAll(line)).moved.map(({ issuanceId }) => issuanceId);
const away = notAsked({ kind: "down", services: ["wsaa"], detail: "away" });
const near = { questions: 1, isDenied: false, why: "near" };

/** How much time an issuance has left in line, in milliseconds. */
const leftMs = async (id: number) =>
  (await system.db.issuance.findUniqueOrThrow({ where: { id } })).deadlineAt.getTime() - Date.now();
const makeOverdue = (id: number) =>
  system.db.issuance.update({ where: { id }, data: { deadlineAt: new Date(Date.now() - 10_000) } });

test("one issuance at a time tries whether the authority issues, and none behind an unresolved number", async () => {
  const line = await lines.startPrepared(2);
  const [first = 0, second = 0] = await idsIn(line);
  expect(await tries(first)).toBe(false);
  await begin();
  expect(await tries(first)).toBe(true);
  expect(await tries(second)).toBe(false);

  expect(await idsMoved(line)).toEqual([second]);
  const [tried] = await submitFrom(line);
  expect(tried.id).toBe(first);
  expect(await tries(second)).toBe(false);
  // It was not asked for after all: it moves like the others.
  await returnToQueue(system.db, line.taken, tried);
  expect(await idsMoved(line)).toEqual([first]);
});

test("a trial whose number waits for a person lets another sequence try", async () => {
  const [one, other] = [await lines.startPrepared(2), await lines.startPrepared(2)];
  const [[x = 0], [y = 0]] = [await idsIn(one), await idsIn(other)];
  await begin();
  expect(await tries(x)).toBe(true);
  const [tried] = await submitFrom(one);
  expect(await tries(y)).toBe(false);
  await markUnconfirmed(system.db, one.taken, tried, near);
  expect(await tries(y)).toBe(true);
});

test("a trial that nobody sends within seconds goes the way of the others, and another may try", async () => {
  const [one, other] = [await lines.startPrepared(1), await lines.startPrepared(1)];
  const [[x = 0], [y = 0]] = [await idsIn(one), await idsIn(other)];
  await begin();
  await system.db.issuance.update({ where: { id: x }, data: { deadlineAt: new Date(Date.now() + 1_000) } });
  expect(await tries(x)).toBe(true);
  expect(await leftMs(x), "it waits for nothing of its caller's time").toBeGreaterThan(5_000);
  expect(await idsMoved(one)).toEqual([]);

  await system.db.contingency.updateMany({ where: lines.tenant, data: { trialAt: new Date(Date.now() - 6_000) } });
  expect(await submitNext(system.db, [{ taken: one.taken, limit: 1 }])).toEqual([{ outcome: "drained" }]);
  expect(await idsMoved(one)).toEqual([x]);
  expect(await tries(y)).toBe(true);
});

test("a closed line does not turn the trial away: it moves", async () => {
  const line = await lines.startPrepared(1);
  const [x = 0] = await idsIn(line);
  await begin();
  expect(await tries(x)).toBe(true);
  await makeOverdue(x);
  expect(await settleQueued(system.db, line.taken, "failed", away)).toEqual([]);
  expect(await leftMs(x), "it has its turn").toBeGreaterThan(3_000);
  expect(await idsMoved(line)).toEqual([x]);
});

test("a trial for which there is no quota ends like any other", async () => {
  const line = await lines.startPrepared(1);
  const [x = 0] = await idsIn(line);
  await begin();
  expect(await tries(x)).toBe(true);
  const outcome = { code: "SUBSCRIPTION_QUOTA_EXCEEDED" } as const;
  expect(await settleQueued(system.db, line.taken, "rejected", outcome, x)).toEqual([x]);
});

test("what returns to the line after a call of 30 s has its turn, and those behind it", async () => {
  const line = await lines.startPrepared(2);
  const ids = await idsIn(line);
  const submissions = await submitFrom(line, 2);
  for (const id of ids) await makeOverdue(id);
  expect(await returnToQueue(system.db, line.taken, submissions[0])).toBe(true);
  for (const id of ids) expect(await leftMs(id)).toBeGreaterThan(3_000);
  expect(await cancelAllOverdue(system.db)).toEqual([]);
  await begin();
  expect(await idsMoved(line)).toEqual(ids);
});

test("a number in doubt keeps no contingency once questions were answered for long without a break", async () => {
  const line = await lines.startPrepared(2);
  const [sent] = await submitFrom(line);
  await begin();
  await note(system.db, lines.tenant, { answeredAgoMs: 0, isReady: true });
  const readyFor = (ms: number) =>
    system.db.contingency.updateMany({ where: lines.tenant, data: { readySince: new Date(Date.now() - ms) } });
  await readyFor(2 * doubtKeepsMs);
  expect(await endDespiteDoubt(system.db), "it is being sent").toEqual([]);

  await markUnconfirmed(system.db, line.taken, sent, near);
  await readyFor(doubtKeepsMs - 5_000);
  expect(await endDespiteDoubt(system.db)).toEqual([]);
  // A request that goes unanswered breaks it: the number is being sent again.
  await unansweredRequest(system.db, lines.tenant);
  await note(system.db, lines.tenant, { answeredAgoMs: 0, isReady: true });
  expect(await endDespiteDoubt(system.db)).toEqual([]);
  await readyFor(doubtKeepsMs + 1_000);
  expect(await endDespiteDoubt(system.db)).toMatchObject([lines.tenant]);
  expect(await lasts()).toBe(false);
  const last = await system.db.auditEntry.findFirst({ where: lines.tenant, orderBy: { id: "desc" } });
  expect(last?.action).toBe("contingency.end");
});
