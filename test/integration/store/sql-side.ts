import { createIssuanceStore } from "../../../issuer/store/store.js";
import { adoptVoucher } from "../../../shared/db/adoption/adopt-voucher.js";
import { findAdoptionCandidate, findNumberState, listFreedOf } from "../../../shared/db/adoption/claimants.js";
import { listEarlier } from "../../../shared/db/adoption/earlier-contents.js";
import { cancelBatch, endCancelled, finishBatches } from "../../../shared/db/batches/end-batches.js";
import { recordBatch } from "../../../shared/db/batches/record-batch.js";
import { enqueueWaiting } from "../../../shared/db/batches/waiting-elements.js";
import {
  failOverIssuances,
  keepWithCae,
  readContingencyLine,
} from "../../../shared/db/contingency/fail-over-issuances.js";
import { sayUnused } from "../../../shared/db/contingency/missing-fortnights.js";
import { claimProbes } from "../../../shared/db/contingency/probes.js";
import {
  claimDueReports,
  giveReportsBack,
  readOpenReports,
  recordReports,
  writeReportsAhead,
} from "../../../shared/db/contingency/reports.js";
import { readRefusedReport, resolveReport } from "../../../shared/db/contingency/resolve-report.js";
import { retryReport } from "../../../shared/db/contingency/retry-report.js";
import { listOutages, listQueues, recordCalls } from "../../../shared/db/contingency/silence.js";
import { claimTrial } from "../../../shared/db/contingency/trial.js";
import {
  beginByHand,
  endByHand,
  endDespiteDoubt,
  endRefused,
  noteIssued,
  outageStart,
} from "../../../shared/db/contingency/turn-contingency.js";
import { claimUnused, recordUnused } from "../../../shared/db/contingency/unused.js";
import { listOwnSequences, verifySequence } from "../../../shared/db/contingency/verify-sequences.js";
import { dueSequences } from "../../../shared/db/issuing/due-sequences.js";
import { cancelAllOverdue, cancelOverdue, recordIssuance } from "../../../shared/db/issuing/issuances.js";
import { promote } from "../../../shared/db/issuing/places.js";
import { acquireLease, releaseLease, renewLease } from "../../../shared/db/issuing/sequence-leases.js";
import { acquireSequence, openSequences } from "../../../shared/db/issuing/sequences.js";
import { barKey, findKeyObstacle } from "../../../shared/db/issuing/suspicion.js";
import type { Database, Transaction } from "../../../shared/db/pool/database.js";
import { importVouchers } from "../../../shared/db/reconcile/import-vouchers.js";
import type { RecordedVoucher } from "../../../shared/domain/recorded-voucher.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { dateOf } from "../../chaos/simulation/authority.js";
import { keyOf } from "../../chaos/simulation/companies.js";
import { type Sale, toAmounts, toBody, toDeclared } from "../../chaos/simulation/sale.js";
import { recordedAs } from "../../support/samples/recorded-voucher.js";
import { caeOf, dayOf, type Setting, type Side } from "./side.js";
import { readState } from "./sql-state.js";
import { beginMs, periodStart, type StoreDatabase } from "./store-database.js";

/** The product's own statements on PostgreSQL, those of the issuer as its own role. */
export function openSqlSide({ db, issuer, passMs, copy }: StoreDatabase, { waitMs }: Setting): Side {
  let sinceBeginMs = 0;
  const tenantOf = (companyId: number) => ({ companyId, production: false });
  return {
    name: "PostgreSQL",
    beginMs,
    issuing: createIssuanceStore(issuer),
    moving: {
      readQueue: (key) => readContingencyLine(issuer, key),
      keepWithCae: (all) => keepWithCae(issuer, all),
      claimTrial: (tenant, issuanceId) => claimTrial(issuer, tenant, issuanceId),
      move: (key, substitute, moves) => failOverIssuances(issuer, key, substitute, moves),
    },
    reporting: {
      acquireSequence: (key) => acquireSequence(issuer, key),
      readOpen: (key) => readOpenReports(issuer, key),
      writeAhead: (taken, reports) => writeReportsAhead(issuer, taken, reports),
      record: (taken, changes) => recordReports(issuer, taken, changes),
      claimDue: (limit) => claimDueReports(issuer, false, dateOf(dayOf(sinceBeginMs)), limit),
      giveBack: (sequence) => giveReportsBack(issuer, sequence),
      async resolve(taken, number, resolution) {
        const report = await readRefusedReport(issuer, taken.key, await voucherIdOf(db, taken.key, number));
        return report && inTransaction(issuer, (tx) => resolveReport(tx, taken, report, resolution));
      },
    },
    unused: {
      claim: async (companyId, posNumber, fortnight) =>
        claimUnused(issuer, { posNumber, caeaId: await caeaIdOf(db, companyId, fortnight) }),
      say: async (sequence, fortnight) => {
        const code = await db.caea.findFirstOrThrow({ where: { companyId: sequence.companyId, fortnight } });
        const word = { ...sequence, fortnight: `${code.period}-${fortnight}` };
        return inTransaction(db, (tx) => sayUnused(tx, sequence, word));
      },
      record: async (posNumber, fortnight, problem) =>
        recordUnused(issuer, { posNumber, caeaId: await caeaIdOf(db, 1, fortnight) }, problem),
    },
    claiming: {
      findAdoptionCandidate: (key, id) => findAdoptionCandidate(issuer, key, id),
      findNumberState: (key, number) => findNumberState(issuer, key, number),
      listFreedOf: (taken, id) => listFreedOf(issuer, taken, id),
      listEarlier: (id) => listEarlier(issuer, id),
      claim(taken, claimant, number, own) {
        const { content } = claimant;
        if (!content) throw new Error("its content is not kept");
        const recorded = recordedAs(content.declared, number, caeOf(number));
        const claim = { claimant, content, lines: content.amounts.lines, at: taken.key, recorded, own };
        return inTransaction(issuer, (tx) => adoptVoucher(tx, taken, claim));
      },
    },
    requests: {
      record: async (companyId, key, sale) =>
        (await recordIssuance(db, {
          key: keyOf(companyId, sale.posNumber, sale.voucherType),
          ...attemptOf(key, sale),
          bodyHash: new Uint8Array(32),
          ...{ apiKeyId: null, userEmail: "till@example.com", requestId: "case", periodStart, waitMs },
          ...{ creditedId: null, movable: sale.contingency === null },
        })) !== undefined,
      findObstacle: async (sequence, key) => (await findKeyObstacle(db, sequence, key))?.why,
      promote: (id) => promote(db, id),
      cancelOverdue: (attempt) => cancelOverdue(db, attempt),
      cancelAllOverdue: () => cancelAllOverdue(issuer, undefined, null),
      openSequences: () => openSequences(issuer),
      dueSequences: () => dueSequences(issuer),
    },
    leases: {
      take: (key, holder) => acquireLease(issuer, key, holder),
      extend: (key, holder) => renewLease(issuer, key, holder),
      end: (key, holder) => releaseLease(issuer, key, holder),
    },
    batches: {
      async record(companyId, sales) {
        const elements = sales.map(({ key, sale }) => ({ ...attemptOf(key, sale), bodyHash: "00".repeat(32) }));
        const sender = { name: null, apiKeyId: null, userEmail: null, requestId: "case", periodStart };
        await recordBatch(db, tenantOf(companyId), { ...sender, elements });
      },
      async cancel(place) {
        const batches = await db.batch.findMany({ select: { id: true }, orderBy: { id: "asc" } });
        return cancelBatch(db, batches[place - 1]?.id ?? 0);
      },
      // As the model.
      enqueueWaiting: () => enqueueWaiting(issuer, { ofOne: 2, ofAll: 2, rounds: 20 }),
      endCancelled: () => endCancelled(issuer),
      finish: () => finishBatches(issuer),
    },
    contingency: {
      listOutages: () => listOutages(issuer),
      recordCalls: async (notes) => void (await recordCalls(issuer, notes)),
      noteIssued: async (companyId) => void (await noteIssued(issuer, tenantOf(companyId))),
      outageStart: (afterMs) => outageStart(issuer, afterMs),
      endDespiteDoubt: async () => void (await endDespiteDoubt(issuer)),
      endRefused: async () => void (await endRefused(issuer)),
      claimProbes: (limit, pace) => claimProbes(issuer, false, limit, pace),
      beginByHand: async (companyId) =>
        void (await inTransaction(db, (tx) => beginByHand(tx, tenantOf(companyId), null))),
      endByHand: async (companyId) => void (await inTransaction(db, (tx) => endByHand(tx, tenantOf(companyId)))),
      listQueues: (companyIds) => listQueues(issuer, companyIds.map(tenantOf), 1_000),
    },
    world: {
      passMs(ms) {
        sinceBeginMs += ms;
        return passMs(ms);
      },
      copyToStandby: copy.make,
      async failOver() {
        await copy.goBack();
        await copy.notice();
      },
      goBack: copy.goBack,
      async verify(companyId, missing) {
        for (const { lastNumber, lastDate, ...sequence } of await listOwnSequences(db, tenantOf(companyId)))
          await inTransaction(db, (tx) =>
            verifySequence(tx, tenantOf(companyId), {
              ...{ ...sequence, lastDate, lastNumber: lastNumber + missing, seen: lastNumber },
            }),
          );
      },
      async importVoucher(sequence, number, sale, caea) {
        const voucher = toImported(number, sale, caea, new Date(beginMs + sinceBeginMs).toISOString());
        return inTransaction(issuer, async (tx) => (await importVouchers(tx, sequence, [voucher])).length === 1);
      },
      async bar(id) {
        const { companyId } = await db.issuance.findUniqueOrThrow({ where: { id } });
        return inTransaction(db, (tx) => barKey(tx, tenantOf(companyId), id));
      },
      async retryReport(sequence, number) {
        const id = await voucherIdOf(db, sequence, number);
        await inTransaction(db, (tx) => retryReport(tx, tenantOf(sequence.companyId), id));
      },
    },
    read: () => readState(db),
  };
}

const inTransaction = <Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  db.$transaction(work);

async function voucherIdOf(
  db: Database,
  { companyId, production, posNumber, voucherType }: SequenceKey,
  voucherNumber: number,
): Promise<number> {
  const where = { companyId, production, posNumber, voucherType, voucherNumber };
  return (await db.voucher.findFirstOrThrow({ where })).id;
}

const caeaIdOf = async (db: Database, companyId: number, fortnight: number): Promise<number> =>
  (await db.caea.findFirstOrThrow({ where: { companyId, fortnight } })).id;

/** A voucher as the authority tells of it. */
const toImported = (
  voucherNumber: number,
  { date: voucherDate, total }: Sale,
  caea: string | null,
  processedAt: string,
): RecordedVoucher => ({
  ...{ voucherNumber, voucherDate, authorization: caea === null ? "CAE" : "CAEA", processedAt },
  cae: caea ?? caeOf(voucherNumber),
  ...{ caeExpirationDate: "20261231", concept: 1, docType: 99, docNumber: "0", observations: [] },
  ...{
    totalAmount: total,
    netAmount: total,
    vatAmount: "0",
    exemptAmount: "0",
    notTaxableAmount: "0",
    tributesAmount: "0",
  },
  ...{ serviceFrom: null, serviceTo: null, serviceExpiration: null, currency: "PES", currencyQuotation: "1" },
  ...{ cancelsInSameForeignCurrency: null, receiverTaxConditionId: null, vat: [], tributes: [] },
  ...{ associatedVouchers: [], associatedPeriod: null, optionals: null, activities: null, buyers: null, others: null },
});

/** What is recorded of a sale, with the same declaration as the model's. */
const attemptOf = (key: string, sale: Sale) => ({
  body: toBody(key, sale),
  amounts: toAmounts(sale),
  declared: toDeclared(sale, "line", 1),
  vatRounding: "auto" as const,
});
