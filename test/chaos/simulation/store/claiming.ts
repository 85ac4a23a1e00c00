import type { AdoptionCommit, Claims } from "../../../../issuer/operator/claims.js";
import type { KeylessVoucher } from "../../../../shared/db/reconcile/keyless-vouchers.js";
import type { Rounding } from "../../../../shared/domain/amounts.js";
import { isEqualTo } from "../../../../shared/domain/equal-sale.js";
import type { SequenceKey } from "../../../../shared/domain/sequence.js";
import { isSameSequence } from "../companies.js";
import { countQuota, type Database } from "../database.js";
import { isOfSale } from "../doubt-equal-sales.js";
import { nextId } from "../histories.js";
import { type ImportRow, isOfSequence, nothingKnown } from "../rows.js";
import { type Sale, saleOf, toAmounts, toBody, toDeclared } from "../sale.js";
import { isInDoubt, isSuspect, isVerified } from "../suspicion.js";
import { advancePastKnown } from "./sequences.js";
import type { StoreContext, Tables } from "./tables.js";

/** The statements of shared/db/adoption/claimants.ts and adopt-voucher.ts. */
export function createClaiming(
  { world, database, ledger, query }: StoreContext,
  { fence, commit, returnOthers, remember }: Tables,
): { claims: Claims; claim: AdoptionCommit["claim"] } {
  const { guards } = world;
  const voucherAt = (key: SequenceKey, number: number) =>
    database.vouchers.find((one) => isSameSequence(one.sequence, key) && one.number === number);

  const importAt = (key: SequenceKey, number: number) =>
    database.imported.find((one) => isSameSequence(one.sequence, key) && one.number === number);

  return {
    claims: {
      findAdoptionCandidate: (key, issuanceId) =>
        query("findAdoptionCandidate", () => {
          const row = database.rows.find(({ id }) => id === issuanceId);
          if (!row || !isOfSequence(row, key)) return undefined;
          const { id, revision, state, number, requestId, sale, rounding, mapping } = row;
          const declared = toDeclared(sale, rounding, mapping);
          const content = { body: toBody(row.key, sale), amounts: toAmounts(sale, rounding), declared };
          return { id, revision, state, number, requestId, content };
        }),

      findNumberState: (key, number) =>
        query("findNumberState", () => {
          const voucher = guards.claimsOnce ? voucherAt(key, number) : undefined;
          const imported = importAt(key, number);
          const askedBy = database.rows.find(
            (row) => row.state === "submitted" && isOfSequence(row, key) && row.number === number,
          );
          const ofImported = imported && toKeyless(database, imported);
          return {
            voucher: voucher
              ? {
                  isTaken: true,
                  key: `#${voucher.issuanceId}`,
                  cae: voucher.cae,
                  isCaea: voucher.caea,
                  mayBeForgotten: false,
                }
              : ofImported && { ...ofImported, isTaken: false, key: null },
            askedBy: askedBy?.id ?? null,
          };
        }),

      isUnverified: (key) =>
        query("isUnverified", () => {
          const sequence = database.sequences.find((one) => isSameSequence(one.key, key));
          return sequence !== undefined && (sequence.unverified || sequence.timeline !== database.timeline);
        }),

      // Asked for pairs that nobody looked at; the operator of the simulation looks.
      mayHaveSent: async () => true,

      listFreedOf: ({ id: sequenceId }, issuanceId) =>
        query("listFreedOf", () => {
          const numbers = database.freed
            .filter((one) => one.sequenceId === sequenceId && one.issuanceId === issuanceId)
            .filter((one) => isInDoubt(world, database, one))
            .map(({ number }) => number);
          return [...new Set(numbers)].sort((a, b) => a - b);
        }),

      listFreed: (key, from, to) =>
        query("listFreed", () => {
          const id = database.sequences.find((one) => isSameSequence(one.key, key))?.id;
          return database.freed
            .filter((one) => one.sequenceId === id && one.number >= from && one.number <= to)
            .map((one) => {
              const row = database.rows.find((row) => row.id === one.issuanceId);
              const isOpen = row !== undefined && row.state !== "approved" && !row.isBarred;
              return { ...one, key: row?.key ?? null, mayBringSecond: isOpen && isInDoubt(world, database, one) };
            });
        }),

      listEarlier: (issuanceId) =>
        query("listEarlier", () =>
          database.freed
            .filter((one) => one.issuanceId === issuanceId)
            .flatMap(({ sequenceId, number, declared, ...freed }) => {
              const key = database.sequences.find(({ id }) => id === sequenceId)?.key;
              if (!key) return [];
              const isUnseen =
                isInDoubt(world, database, { sequenceId, number, declared, ...freed }) &&
                !voucherAt(key, number) &&
                !importAt(key, number);
              return [{ posNumber: key.posNumber, voucherType: key.voucherType, number, declared, isUnseen }];
            }),
        ),

      listOtherEarlier: (key, { voucherDate: date, docNumber: document, totalAmount: total }, of) =>
        query("listOtherEarlier", () => {
          const id = database.sequences.find((one) => isSameSequence(one.key, key))?.id;
          const freed = database.freed.filter(
            (one) =>
              one.sequenceId === id &&
              isOfSale({ document, date, total }, one.declared) &&
              (of.mayBeForgotten || (one.number === of.number && isInDoubt(world, database, one))),
          );
          return database.rows
            .filter((row) => row.state !== "approved" && row.id !== of.issuanceId)
            .filter((row) => freed.some(({ issuanceId }) => issuanceId === row.id))
            .map((row) => ({ issuanceId: row.id, key: row.key }));
        }),

      listKeylessOn: ({ companyId, production }, dates) =>
        query("listKeylessOn", () =>
          database.imported
            .filter((one) => one.sequence.companyId === companyId && one.sequence.production === production)
            .filter(({ date }) => dates.includes(date))
            .map((one) => toKeyless(database, one)),
        ),

      listLike: (key, voucher) =>
        query("listLike", () =>
          database.rows
            .filter((row) => row.state !== "approved" && isOfSequence(row, key))
            .filter(({ sale, rounding }) => isEqualTo(toUnissued(key, sale, rounding), voucher))
            .map((row) => ({
              issuanceId: row.id,
              key: row.key,
              isDoubtful: row.doubt !== null || isSuspect(world, database, row),
            })),
        ),

      listUnknown: (key, _date, authorityLast) =>
        query("listUnknown", () =>
          Array.from({ length: authorityLast }, (_, at) => authorityLast - at).filter(
            (number) => !voucherAt(key, number) && !importAt(key, number),
          ),
        ),
    },

    claim: (taken, { claimant, own, found, content }) =>
      query("claim", () => {
        const sequence = fence(taken, true);
        if (!sequence) return "superseded";
        const row = database.rows.find(({ id }) => id === claimant.id);
        const isUnchanged =
          row?.revision === claimant.revision && row.state === claimant.state && row.number === claimant.number;
        if (!row || !isUnchanged) return "changed";
        const number = found.numberTo;
        const isAsked = database.rows.some(
          (one) => one !== row && one.state === "submitted" && isOfSequence(one, taken.key) && one.number === number,
        );
        if (isAsked || (guards.claimsOnce && voucherAt(taken.key, number))) return "taken";
        if (own) {
          remember(sequence, row, own.number, own.declared);
          returnOthers(taken, row);
          ledger.givenUp(row);
        }
        if (row.state === "submitted") countQuota(database, taken.key.companyId, { reserved: -1 });
        Object.assign(row, {
          state: "approved",
          number,
          outcome: null,
          ...{ epoch: null, submittedAtMs: null, authorityTimeMs: null },
          isBarred: false,
          isListed: true,
          ...nothingKnown,
        });
        ledger.claimed(row, found.cae);
        const imported = importAt(taken.key, number);
        database.imported = database.imported.filter((one) => one !== imported);
        const id = nextId(database, "vouchers");
        const sale = saleOf(content.body, content.amounts.total);
        const voucher = { id, issuanceId: row.id, sequence: taken.key, number, cae: found.cae, caea: false, sale };
        database.vouchers.push(voucher);
        ledger.named(voucher);
        countQuota(database, taken.key.companyId, { used: 1 });
        advancePastKnown(database, sequence);
        commit("claims", taken, row);
        ledger.approved(row, found.cae);
        return { voucherId: id };
      }),
  };
}

const toKeyless = (
  database: Database,
  { sequence, number, cae, caea, document, date, total, createdAtMs, whileUnverified }: ImportRow,
): KeylessVoucher => {
  const own = database.sequences.find(({ key }) => isSameSequence(key, sequence));
  return {
    ...{
      posNumber: sequence.posNumber,
      voucherType: sequence.voucherType,
      number,
      voucherDate: date,
      cae,
      isCaea: caea,
    },
    ...{
      docType: document === "0" ? 99 : 96,
      docNumber: document,
      totalAmount: total,
      tributesAmount: "0",
      currency: "PES",
    },
    mayBeForgotten: whileUnverified || (own !== undefined && !isVerified(database, own)),
    processedAtMs: createdAtMs,
  };
};

const toUnissued = ({ posNumber, voucherType }: SequenceKey, sale: Sale, rounding: Rounding) => ({
  ...{ posNumber, voucherType, substitute: null, declared: null },
  ...{ body: toBody("", sale), amounts: toAmounts(sale, rounding) },
});
