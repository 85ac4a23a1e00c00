import { expect } from "vitest";
import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { toDetail } from "../../../issuer/authority/wsfe/cae-request.js";
import { toContent } from "../../../issuer/authority/wsfe/content.js";
import { differingFields } from "../../../issuer/authority/wsfe/equal-content.js";
import { noContingency } from "../../../issuer/issuing/contingency-deps.js";
import type { AccessDenial, AuthoritySession } from "../../../issuer/issuing/deps.js";
import { drainSequence } from "../../../issuer/issuing/drain-queue.js";
import { createOwnershipCache } from "../../../issuer/issuing/ownership-cache.js";
import { type AdoptingNumber, adoptNumber } from "../../../issuer/operator/adopt-number.js";
import { decide, type OperatorDeps } from "../../../issuer/operator/decide.js";
import { showEvidence } from "../../../issuer/operator/show-evidence.js";
import type { DecisionRequest } from "../../../issuer/operator/word-record.js";
import { createOperatorStore } from "../../../issuer/store/operator-store.js";
import { createIssuanceStore } from "../../../issuer/store/store.js";
import { markUnconfirmed } from "../../../shared/db/issuing/doubts.js";
import { acquireSequence } from "../../../shared/db/issuing/sequences.js";
import type { Submission } from "../../../shared/db/issuing/submissions.js";
import { importVouchers } from "../../../shared/db/reconcile/import-vouchers.js";
import { computeAmounts } from "../../../shared/domain/amounts.js";
import { type Declaration, toDeclaration } from "../../../shared/domain/declaration.js";
import type { IssuanceRequest } from "../../../shared/domain/issuance-request.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { createLog } from "../../../shared/logging/log.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { recordedAs } from "../../support/samples/recorded-voucher.js";
import { openLines, type SampleQueue, submitFrom } from "../../support/samples/waiting-lines.js";

export const processedAt = "2026-11-28T12:00:00.000Z";

export const decided = { outcome: "decided" };

/** A refusal whose sentence has these words, in this order. */
export const notDecided = (...words: string[]) => {
  const parts = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { outcome: "notDecided", why: expect.stringMatching(new RegExp(parts.join("[\\s\\S]*"))) };
};

/** A voucher B to a final consumer. */
export function saleOf({ posNumber }: Pick<SequenceKey, "posNumber">, price: number): IssuanceRequest {
  const items = [{ description: "Yerba mate 1 kg", quantity: 1, price, taxType: 5 }];
  const checked = checkIssuance(invoiceB({ posNumber, items }));
  if (!checked.ok) throw new Error("the sample is not valid");
  return checked.body;
}

const declaredOf = (body: IssuanceRequest): Declaration => toDeclaration(body, computeAmounts(body));
export const caeOf = (posNumber: number, number: number): string => `${86330767000000 + posNumber * 1_000 + number}`;

/** What an operator's word does, on a real database and the books of an authority that the test writes. Nothing runs by itself. */
export async function openDesk() {
  const system = await openIssuingApp();
  const { db } = system;
  const start = await openLines(system);

  async function openNumbering() {
    const line = await start(0);
    const { key } = line.taken;
    const { posNumber } = key;
    /** What the authority has, by number. A lack below the last number is one that it counts and does not show. */
    const books = new Map<number, Declaration>();
    const untold = new Set<number>();
    const sent: number[] = [];
    const counter = { atLeast: 0 };
    let refusal: AccessDenial | undefined;
    const last = () => Math.max(counter.atLeast, ...books.keys());

    const session: AuthoritySession = {
      requestCae: async (submissions) =>
        submissions.map(({ number, declared }) => {
          if (books.has(number)) return { outcome: "stale", reasons: [], authorityTimeMs: Date.now() };
          sent.push(number);
          books.set(number, declared);
          const cae = caeOf(posNumber, number);
          return {
            outcome: "approved",
            cae,
            caeExpirationDate: "20301201",
            observations: [],
            authorityTimeMs: Date.now(),
          };
        }),
      async consult(number) {
        const declared = books.get(number);
        if (untold.has(number)) return { outcome: "unknown", cause: "no answer" };
        if (!declared) return { outcome: "absent" };
        const content = toContent(toDetail({ number, declared } as Parameters<typeof toDetail>[0]));
        const { voucherDate } = declared;
        const granted = { cae: caeOf(posNumber, number), caeExpirationDate: "20301201", observations: [] };
        const processedAtMs = Date.parse(processedAt);
        return { outcome: "found", voucher: { content, numberTo: number, voucherDate, processedAtMs, ...granted } };
      },
      lastNumber: async () => ({ outcome: "known", number: last(), authorityTimeMs: Date.now() }),
      contentOf: (one) => toContent(toDetail(one)),
      compare: (one, content) => differingFields(toContent(toDetail(one)), content),
      isListed: () => true,
      renewTicket: async () => undefined,
      explainRefusal: (detail) => ({ kind: "notDelegated", services: ["wsfe"], detail }),
    };
    const deps = {
      ...{ store: createIssuanceStore(db), ...createOperatorStore(db) },
      authority: { open: async () => refusal ?? { outcome: "open", session } },
      lock: { tryAcquire: async () => ({ isHeld: () => true, release: async () => undefined }) },
      ...{ announce: () => undefined, enqueueAfterCommit: () => undefined, onCommit: () => undefined },
      ...{ contingency: noContingency, retained: createOwnershipCache(() => performance.now()) },
      clock: { monotonicMs: () => performance.now(), sleep: async () => undefined },
      ...{ batchMax: 1, refusalQuietMs: 86_400_000, log: createLog("test", "silent") },
    } as unknown as OperatorDeps;
    const taken = () => acquireSequence(db, key);

    return {
      ...{ line, key, books, untold, sent, counter },
      sale: (price: number) => saleOf(key, price),
      /** The authority granted this number to a sale. */
      granted: (number: number, body: IssuanceRequest) => void books.set(number, declaredOf(body)),
      /** As `reconcile --import`. */
      imports: (number: number, body: IssuanceRequest) => importAt(key, number, body),
      /** A sale whose number is out, and whose outcome a person must decide. */
      async inDoubt(body: IssuanceRequest): Promise<Submission> {
        await line.record(db, body);
        const [submission] = await submitFrom({ db, taken: await taken() });
        await markUnconfirmed(db, await taken(), submission, { questions: 1, isDenied: false, why: "see whose it is" });
        return submission;
      },
      /** The same, and the answer was lost that the sale's key was sent with. */
      record: (body: IssuanceRequest) => line.record(db, body),
      /** Sends what is in line, at most so many, and loses the answer. */
      async submitAll(most: number) {
        const all = await submitFrom({ db, taken: await taken() }, most);
        for (const each of all)
          await markUnconfirmed(db, await taken(), each, { questions: 1, isDenied: false, why: "see whose it is" });
        return all;
      },
      submit: async () => (await submitFrom({ db, taken: await taken() }))[0],
      taken,
      refuse: (why: AccessDenial | undefined) => {
        refusal = why;
      },
      decide: (issuanceId: number, word: Omit<DecisionRequest, "issuanceId" | "because">) =>
        decide(deps, key, { issuanceId, because: "the books", by: "ana", ...word }),
      adoptNumber: (issuanceId: number, word: Omit<AdoptingNumber, "issuanceId" | "because">) =>
        adoptNumber(deps, key, { issuanceId, because: "the books", by: "ana", ...word }),
      /** Serves the line, as an issuer would. */
      drain: () => drainSequence(deps, key),
      show: (issuanceId: number) => showEvidence(deps, key, issuanceId),
      vouchers: async () => {
        const where = { companyId: key.companyId, production: key.production, posNumber };
        const rows = await db.voucher.findMany({ where, orderBy: { voucherNumber: "asc" } });
        return rows.map(({ voucherNumber, idempotency }) => [voucherNumber, idempotency]);
      },
      name: (number: number) => ({ posNumber, voucherType: key.voucherType, number }),
    };
  }

  async function importAt(key: SequenceKey, number: number, body: IssuanceRequest): Promise<void> {
    const recorded = { ...recordedAs(declaredOf(body), number, caeOf(key.posNumber, number)), processedAt };
    await db.$transaction((tx) => importVouchers(tx, key, [recorded]));
  }

  return {
    ...{ system, db, start, openNumbering, importAt },
    auditOf: async (issuanceId: number) => {
      const where = { action: "issuance.resolve", resourceId: `${issuanceId}` };
      return (await db.auditEntry.findMany({ where, orderBy: { id: "asc" } })).map(({ after }) => after);
    },
    stateOf: async (issuanceId: number) => {
      const { state, number, keyClosed: barred } = await db.issuance.findUniqueOrThrow({ where: { id: issuanceId } });
      return { state, number, barred };
    },
    sequenceOf: async ({ taken }: SampleQueue) => db.sequence.findUniqueOrThrow({ where: { id: taken.id } }),
  };
}
