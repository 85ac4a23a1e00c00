import { doubtKeepsMs, refusalsEnd } from "../../../shared/db/contingency/turn-contingency.js";
import { createBooks, timeOf } from "../../chaos/simulation/authority.js";
import { createBatches } from "../../chaos/simulation/batches.js";
import { chooseCircumstances, faultless } from "../../chaos/simulation/circumstances.js";
import { codes } from "../../chaos/simulation/codes.js";
import { describeKey, distinctKeys, isAsked, isSameSequence, standingKeys } from "../../chaos/simulation/companies.js";
import type { Query } from "../../chaos/simulation/connection.js";
import { createDatabase, type Database } from "../../chaos/simulation/database.js";
import { allGuards } from "../../chaos/simulation/guards.js";
import { becomeCopy, beginIncarnation, copyOf, type Standby } from "../../chaos/simulation/histories.js";
import { importVouchers } from "../../chaos/simulation/imports.js";
import { createLedger, type Drain } from "../../chaos/simulation/ledger.js";
import { createRequests } from "../../chaos/simulation/requests.js";
import { type ContingencyRow, isOfSequence, isOpen, type Row } from "../../chaos/simulation/rows.js";
import { numberOf, toDeclared } from "../../chaos/simulation/sale.js";
import { createContingencyRows } from "../../chaos/simulation/store/contingency.js";
import { acquireLease, releaseLease, renewLease } from "../../chaos/simulation/store/leases.js";
import { createMoving } from "../../chaos/simulation/store/moving.js";
import { claimDueReports, giveReportsBack, retryReport } from "../../chaos/simulation/store/reporting.js";
import { createResolving } from "../../chaos/simulation/store/resolving.js";
import { newSequence, verifySequence } from "../../chaos/simulation/store/sequences.js";
import { claimUnused, findUnused, sayUnused } from "../../chaos/simulation/store/unused.js";
import { createClaims, createReportStore, createStore } from "../../chaos/simulation/store.js";
import { createWorld } from "../../chaos/simulation/world.js";
import { createRandom } from "../../support/samples/random.js";
import { caeOf, dayOf, type Setting, type Side } from "./side.js";
import type { State } from "./state.js";

const invariants = Array.from({ length: 21 }, (_, at) => `I${at + 1}`);
const who = "case";

/** The simulation's store in a world without faults. A case may do what the issuing code never does, so no invariant is watched. */
export function openModelSide(
  { companies, voucherTypes, monthlyVouchers, isSeeded, waitMs }: Setting,
  guards = allGuards,
): Side {
  const clock = { nowMs: 0 };
  const random = createRandom(1);
  const circumstances = {
    ...chooseCircumstances(random, "safety"),
    ...{ companies, voucherTypes, monthlyVouchers, lockWaitMs: waitMs, timeoutMs: 86_400_000 },
    ...{ exclusive: false, probability: faultless, everyMs: {}, keepsLocks: false, operatorActs: false },
    contingency: { afterMs: 2_000, codesAtMs: [0, 0] as [number, number], isSeeded: true, never: 0 },
  };
  const scheduler = { nowMs: () => clock.nowMs, after: () => undefined, runUntil: async () => undefined };
  const { world } = createWorld(random, scheduler, circumstances, guards, invariants);
  const database = createDatabase(companies, monthlyVouchers, scheduler.nowMs);
  const books = createBooks();
  const ledger = createLedger(world, database, books);
  const requests = createRequests(world, database);
  const batches = createBatches(world, database, books);
  const contingency = createContingencyRows(world, database, ledger);
  for (const key of isSeeded ? standingKeys(circumstances) : []) newSequence(database, key, 0).lastNumber = 0;

  const query: Query = async (_, statement) => statement();
  const drain: Drain = { who, epoch: 0, token: "", isStaleFirst: false, unsent: new Set() };
  const resolving = createResolving({ world, database, ledger, drain, query });
  let standby: Standby = copyOf(database);
  const { claims, claim } = createClaims(world, database, ledger, drain, query);

  return {
    name: "model",
    beginMs: 0,
    issuing: createStore(world, database, ledger, drain, query),
    moving: createMoving({ world, database, books, ledger, contingency, who, query }),
    reporting: {
      ...createReportStore(world, database, ledger, drain, query),
      claimDue: async (limit) => claimDueReports({ world, database }, timeOf(books), limit),
      giveBack: async (sequence) => giveReportsBack(database, sequence),
      async resolve(taken, number, resolution) {
        const report = database.reports.find((one) => isSameSequence(one.sequence, taken.key) && one.number === number);
        const read = report && (await resolving.readRefused(taken.key, report.voucherId));
        return read && resolving.resolve(taken, read, resolution, clock.nowMs);
      },
    },
    unused: {
      claim: async (companyId, posNumber, fortnight) =>
        claimUnused(database, companyId, posNumber, codeOf(fortnight), dayOf),
      say: async (sequence, fortnight) => {
        const at = database.sequences.find(({ key }) => isSameSequence(key, sequence));
        return at !== undefined && sayUnused(database, at, codeOf(fortnight), dayOf);
      },
      async record(posNumber, fortnight, problem) {
        const row = findUnused(database, 1, posNumber, codeOf(fortnight));
        if (row && !row.isInformed)
          Object.assign(row, { isInformed: problem === null, isRefused: problem?.code === "TAXAUTH_ERROR" });
      },
    },
    claiming: {
      ...claims,
      claim: async (taken, claimant, number, own) => {
        if (!claimant.content) throw new Error("its content is not kept");
        const found = { content: {}, numberTo: number, cae: caeOf(number), caeExpirationDate: "20261231" };
        const shown = { ...found, voucherDate: "", processedAtMs: null, observations: [] };
        return claim(taken, { claimant, content: claimant.content, lines: [], at: taken.key, own, found: shown });
      },
    },
    requests: {
      record: async (companyId, key, sale) =>
        requests.record(who, { companyId, key, sale, requestId: "case" }) !== undefined,
      findObstacle: async (sequence, key) => requests.findObstacle(sequence.companyId, key, sequence),
      promote: async (id) => requests.promote(who, id),
      cancelOverdue: async (attempt) => requests.cancelOverdue(who, attempt),
      cancelAllOverdue: async () => requests.cancelAllOverdue(who),
      openSequences: async () => requests.openSequences(),
      dueSequences: async () => requests.dueSequences(),
    },
    leases: {
      take: async (key, holder) => acquireLease(database, key, holder),
      extend: async (key, holder) => renewLease(database, key, holder),
      end: async (key, holder) => releaseLease(database, key, holder),
    },
    batches: {
      record: async (companyId, sales) => void batches.record(who, { companyId, sales, requestId: "case" }),
      cancel: async (place) => batches.cancel(who, database.batches[place - 1]?.id ?? 0),
      enqueueWaiting: () => batches.enqueueWaiting(who, query),
      endCancelled: async () => void batches.endCancelled(who),
      finish: async () => batches.finish(),
    },
    contingency: {
      listOutages: async () => contingency.listOutages(),
      recordCalls: async (notes) => contingency.recordCalls(who, notes),
      noteIssued: async (companyId) => contingency.noteIssued(who, companyId),
      outageStart: async (afterMs) => contingency.outageStart(who, afterMs),
      endDespiteDoubt: async () => contingency.endDespiteDoubt(who, doubtKeepsMs),
      endRefused: async () => contingency.endRefused(who, refusalsEnd),
      claimProbes: async (limit, pace) => contingency.claimProbes(limit, pace),
      beginByHand: async (companyId) => contingency.beginByHand(who, companyId),
      endByHand: async (companyId) => contingency.endByHand(who, companyId),
      listQueues: async (companyIds) =>
        contingency.listQueues(companyIds.map((companyId) => ({ companyId, production: false }))),
    },
    world: {
      // True time never goes back, only the clock.
      passMs: async (ms) => {
        clock.nowMs += Math.max(0, ms);
        database.clockOffsetMs += Math.min(0, ms);
        books.day = dayOf(database.clockMs());
      },
      copyToStandby: async () => {
        standby = copyOf(database);
      },
      async failOver() {
        becomeCopy(database, structuredClone(standby), "failover");
        beginIncarnation({ world, database }, who);
      },
      async goBack() {
        becomeCopy(database, structuredClone(standby), "dump");
      },
      verify: async (companyId, missing) => {
        for (const sequence of database.sequences)
          if (sequence.key.companyId === companyId && !isAsked(circumstances, sequence.key))
            verifySequence({ world, database }, sequence, missing);
      },
      importVoucher: async (sequence, number, { document, date, total }, cae) => {
        const authorization = { cae: cae ?? caeOf(number), caea: cae !== null };
        const shown = { document: numberOf(document), date, total, createdAtMs: database.clockMs() };
        return importVouchers(world, database, sequence, [{ number, ...authorization, ...shown }]).length === 1;
      },
      bar: async (id) => {
        const row = database.rows.find((one) => one.id === id);
        if (!row || row.isBarred || isOpen(row) || row.state === "approved") return false;
        row.isBarred = true;
        return true;
      },
      retryReport: async (sequence, number) => {
        const report = database.reports.find((one) => isSameSequence(one.sequence, sequence) && one.number === number);
        if (report) retryReport(report, database.clockMs());
      },
    },
    read: async () => ({ state: readState(database), names: namesOf(database) }),
  };
}

/** The code of a fortnight of the case. */
function codeOf(fortnight: number) {
  const code = codes.find(({ id }) => id === fortnight);
  if (!code) throw new Error(`there is no code ${fortnight}`);
  return code;
}

const nameOf = ({ sequence, key }: Pick<Row, "sequence" | "key">) => `${sequence.companyId}/${key}`;
const namesOf = ({ rows }: Database) => new Map(rows.map((row) => [row.id, nameOf(row)]));
const byName = <One>(entries: [string, One][]) =>
  Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));

function readState(database: Database): State {
  const names = namesOf(database);
  const nameOfId = (id: number | null) => (id === null ? null : (names.get(id) ?? "forgotten"));
  const isLost = ({ timeline }: { timeline: number }) => timeline !== database.timeline;
  const queued = database.rows.filter(({ state }) => state === "queued").sort((a, b) => a.place - b.place);
  return {
    issuances: byName(database.rows.map((row) => [nameOf(row), toIssuance(row, isLost(row))])),
    lines: byName(
      distinctKeys(queued.map(({ sequence }) => sequence)).map((key) => [
        describeKey(key),
        queued.filter((row) => isOfSequence(row, key)).map(nameOf),
      ]),
    ),
    sequences: byName(
      database.sequences.map((one) => [
        describeKey(one.key),
        {
          ...{
            epoch: one.epoch,
            lastNumber: one.lastNumber,
            lastDate: one.lastDate,
            authorityTimeMs: one.authorityTimeMs,
          },
          ...{ isUnverified: one.unverified, isShared: one.shared, isLost: isLost(one) },
          ...{ retryAtMs: one.retryAtMs, missing: one.missing && structuredClone(one.missing) },
        },
      ]),
    ),
    quotas: byName(database.quotas.map(({ companyId, reserved, used }) => [String(companyId), { reserved, used }])),
    vouchers: [
      ...database.vouchers.map(({ sequence, number, issuanceId, cae, caea, sale }) => ({
        ...{ sequence: describeKey(sequence), number, issuance: nameOfId(issuanceId), cae, isCaea: caea },
        ...{ date: sale.date, total: sale.total },
      })),
      ...database.imported.map(({ sequence, number, cae, caea, date, total }) => ({
        ...{ sequence: describeKey(sequence), number, issuance: null, cae, isCaea: caea, date, total },
      })),
    ].sort(inOrder),
    leases: byName(
      [...database.leases].map(([name, { holder, untilMs }]) => [name, { holder: String(holder), untilMs }]),
    ),
    freed: database.freed
      .map(({ sequenceId, number, issuanceId, declared }) => ({
        sequence: describeKey(
          database.sequences.find(({ id }) => id === sequenceId)?.key ?? {
            companyId: 0,
            production: false,
            posNumber: 0,
            voucherType: 0,
          },
        ),
        ...{ number, issuance: nameOfId(issuanceId) ?? "", total: declared.total },
      }))
      .sort(inOrder),
    batches: database.batches.map((batch) => ({
      ...{ company: batch.companyId, isCancelled: batch.isCancelled, isFinished: batch.isFinished },
      isLost: isLost(batch),
      elements: batch.elements.map(({ key, state, issuanceId, revision, outcome, hasAttempt, settledAtMs }) => ({
        ...{ key, state, issuance: nameOfId(issuanceId), revision, outcome: outcome?.code ?? null },
        ...{ hasAttempt, settledAtMs },
      })),
    })),
    contingencies: byName(
      database.contingencies.map((row) => [String(row.companyId), toContingency(row, nameOfId(row.trialId))]),
    ),
    unused: database.unused
      .map(({ companyId, posNumber, code, askedAtMs, isInformed, isRefused }) => ({
        ...{ company: companyId, posNumber, code: code.code, askedAtMs, isInformed, isRefused },
      }))
      .sort((a, b) => a.company - b.company || a.posNumber - b.posNumber || (a.code < b.code ? -1 : 1)),
    reports: database.reports
      .map(({ sequence, number, issuanceId, caea, errors, ...row }) => ({
        ...{ sequence: describeKey(sequence), number, issuance: nameOfId(issuanceId) ?? "", code: caea.code },
        ...{ state: row.state, tries: row.tries, dueAtMs: row.dueAtMs, listedAtMs: row.listedAtMs },
        ...{ hiddenSinceMs: row.hiddenSinceMs, isGap: row.isGap, errors: errors.map(({ code }) => code) },
      }))
      .sort(inOrder),
  };
}

const inOrder = (a: { sequence: string; number: number }, b: { sequence: string; number: number }) =>
  a.sequence === b.sequence ? a.number - b.number : a.sequence < b.sequence ? -1 : 1;

function toContingency(
  { companyId: _, exists: __, trialId: ___, probedSequenceId: ____, ...row }: ContingencyRow,
  trial: string | null,
): State["contingencies"][string] {
  return {
    ...{ ...row, trial, trialAtMs: trial === null ? null : row.trialAtMs },
    silentNotedAtMs: row.silentSinceMs === null ? null : row.silentNotedAtMs,
    ...(row.issuingSinceMs === null && { issuingUnanswered: 0, issuingNotedAtMs: null, issuingAskedAtMs: null }),
    readySinceMs: row.readyAtMs === null ? null : row.readySinceMs,
  };
}

function toIssuance(row: Row, isLost: boolean): State["issuances"][string] {
  const declared = toDeclared(row.sale, row.rounding, row.mapping);
  const { total, net, voucherDate } = declared;
  const further = [declared.optionals, declared.activities ?? null, declared.buyers ?? null];
  return {
    ...{ sequence: describeKey(row.sequence), state: row.state, revision: row.revision, number: row.number },
    ...{ doubt: row.doubt, why: row.why, isDenied: row.isDenied, looks: row.looks },
    refusal: row.refusal && { quietMs: row.refusal.quietMs, sends: row.refusal.sends, reasons: row.refusal.reasons },
    outcome: row.outcome?.code ?? null,
    ...{ isBackground: row.patient, mayFailOver: row.movable, isBatched: row.batched, isListed: row.isListed },
    ...{ isBarred: row.isBarred, suspectSinceMs: row.suspectSinceMs },
    declared: row.state === "approved" ? null : { total, net, date: voucherDate, further },
    ...{ recordedAtMs: row.recordedAtMs, deadlineAtMs: row.deadlineAtMs, authorityTimeMs: row.authorityTimeMs, isLost },
  };
}
