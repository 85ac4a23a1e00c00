import { expect, test } from "vitest";
import { proposeClaims } from "../../../api/operations/reconcile/propose-claims.js";
import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { toDetail } from "../../../issuer/authority/wsfe/cae-request.js";
import { toContent } from "../../../issuer/authority/wsfe/content.js";
import { differingFields } from "../../../issuer/authority/wsfe/equal-content.js";
import { noContingency } from "../../../issuer/issuing/contingency-deps.js";
import { createOwnershipCache } from "../../../issuer/issuing/ownership-cache.js";
import { adoptNumber } from "../../../issuer/operator/adopt-number.js";
import type { OperatorDeps } from "../../../issuer/operator/decide.js";
import { createOperatorStore } from "../../../issuer/store/operator-store.js";
import { createIssuanceStore } from "../../../issuer/store/store.js";
import { listLost } from "../../../shared/db/adoption/lost-issuances.js";
import { cancelAllOverdue } from "../../../shared/db/issuing/issuances.js";
import { settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import { importVouchers } from "../../../shared/db/reconcile/import-vouchers.js";
import { listKeyless } from "../../../shared/db/reconcile/keyless-vouchers.js";
import { computeAmounts } from "../../../shared/domain/amounts.js";
import { type Declaration, toDeclaration } from "../../../shared/domain/declaration.js";
import { createLog } from "../../../shared/logging/log.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { recordedAs } from "../../support/samples/recorded-voucher.js";
import { openLines, type SampleQueue, submitFrom } from "../../support/samples/waiting-lines.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const start = await openLines(system);

interface Sale {
  line: SampleQueue;
  key: string;
  id: number;
  declared: Declaration;
}

/** A sale in line to a customer with a document, in a numbering of its own. */
async function recorded(): Promise<Sale> {
  const line = await start(0);
  const { posNumber } = line.taken.key;
  const customer = { docType: 96, docNumber: "30111222", name: "Consumer", taxType: 5 };
  const checked = checkIssuance(invoiceB({ posNumber, customer }));
  if (!checked.ok) throw new Error("the sample is not valid");
  const attempt = await line.record(db, checked.body);
  const declared = toDeclaration(checked.body, computeAmounts(checked.body));
  return { line, key: checked.body.idempotency, id: attempt?.id ?? 0, declared };
}

/** Its turn never came, and nobody asked for it: its caller was told 429. */
async function neverSent(): Promise<Sale> {
  const sale = await recorded();
  await db.$executeRaw`UPDATE issuance SET deadline_at = now() - interval '10 seconds' WHERE id = ${sale.id}`;
  await cancelAllOverdue(db);
  return sale;
}

const setUnverified = ({ line }: Sale, unverified: boolean) =>
  db.$executeRaw`UPDATE sequence SET unverified = ${unverified}, shared = NOT ${unverified} WHERE id = ${line.taken.id}`;

const caeOf = (sale: Sale) => `8633076778${sale.line.taken.key.posNumber + 1_000}`;

/** Imports a voucher under number 1 that equals the sale, of so many minutes ago. */
const importEqual = (sale: Sale, minutesAgo: number) =>
  db.$transaction((tx) =>
    importVouchers(tx, sale.line.taken.key, [
      {
        ...recordedAs(sale.declared, 1, caeOf(sale)),
        processedAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
      },
    ]),
  );

async function proposedFor({ line, key, declared }: Sale): Promise<number[]> {
  const lost = (await listLost(db, line.taken.key, 1_000)).filter((one) => one.key === key);
  const keyless = (await listKeyless(db, line.taken.key, declared.voucherDate)).filter(
    ({ posNumber }) => posNumber === line.taken.key.posNumber,
  );
  return proposeClaims(lost, keyless).claims.map(({ number }) => number);
}

/** An issuer whose authority shows the sale's equal under every number. */
function issuerSeeing(sale: Sale): OperatorDeps {
  const sent = (number: number) => toDetail({ number, declared: sale.declared } as Parameters<typeof toDetail>[0]);
  const session = {
    consult: async (number: number) => ({
      outcome: "found",
      voucher: {
        ...{ content: toContent(sent(number)), numberTo: number, cae: caeOf(sale), caeExpirationDate: "20301201" },
        ...{ voucherDate: sale.declared.voucherDate, processedAtMs: Date.now() - 300_000, observations: [] },
      },
    }),
    lastNumber: async () => ({ outcome: "known", number: 1, authorityTimeMs: Date.now() }),
    contentOf: (one: Parameters<typeof toDetail>[0]) => toContent(toDetail(one)),
    compare: (one: Parameters<typeof toDetail>[0], content: Record<string, string>) =>
      differingFields(toContent(toDetail(one)), content),
    isListed: () => true,
  };
  return {
    store: createIssuanceStore(db),
    ...createOperatorStore(db),
    authority: { open: async () => ({ outcome: "open", session }) },
    lock: { tryAcquire: async () => ({ isHeld: () => true, release: async () => undefined }) },
    ...{ announce: () => undefined, enqueueAfterCommit: () => undefined, onCommit: () => undefined },
    contingency: noContingency,
    retained: createOwnershipCache(() => performance.now()),
    clock: { monotonicMs: () => performance.now(), sleep: async () => undefined },
    ...{ batchMax: 1, refusalQuietMs: 86_400_000, log: createLog("test", "silent") },
  } as unknown as OperatorDeps;
}

const adopt = (sale: Sale, isProposed: boolean) =>
  adoptNumber(issuerSeeing(sale), sale.line.taken.key, {
    ...{ issuanceId: sale.id, number: 1, because: "they are equal" },
    isProposed,
  });

test("where nothing was lost, a stranger's voucher is proposed to no sale, whatever it equals", async () => {
  const sale = await neverSent();
  await setUnverified(sale, false);
  await importEqual(sale, 5);
  expect(await proposedFor(sale)).toEqual([]);
  // Neither is it bound when it was proposed before: what decides is looked at again.
  expect(await adopt(sale, true)).toEqual({
    outcome: "notDecided",
    why: expect.stringContaining("No attempt of its key can have made this voucher"),
  });
  expect(await db.issuance.findUnique({ where: { id: sale.id } })).toMatchObject({ state: "cancelled" });
  // A person may know better.
  expect(await adopt(sale, false)).toEqual({ outcome: "decided" });
});

test("a voucher that was imported while its numbering was unverified is proposed, also once it is verified", async () => {
  const sale = await neverSent();
  await setUnverified(sale, true);
  await importEqual(sale, 5);
  expect(await proposedFor(sale)).toEqual([1]);
  await setUnverified(sale, false);
  expect(await proposedFor(sale)).toEqual([1]);
  expect(await adopt(sale, true)).toEqual({ outcome: "decided" });
  expect(await proposedFor(sale)).toEqual([]);
});

test("a voucher that was imported before is proposed while its numbering is unverified", async () => {
  const sale = await neverSent();
  await setUnverified(sale, false);
  await importEqual(sale, 5);
  await setUnverified(sale, true);
  expect(await proposedFor(sale)).toEqual([1]);
});

test("a forgotten attempt was before the present request, so a younger voucher is not proposed for it", async () => {
  const sale = await neverSent();
  await importEqual(sale, -5);
  await setUnverified(sale, true);
  // The sale is not in doubt: it was recorded after the loss.
  expect(await proposedFor(sale)).toEqual([]);
});

test("a key in doubt may have its voucher in a verified numbering, too, but none from before its first attempt", async () => {
  const [late, early] = [await recorded(), await recorded()];
  for (const sale of [late, early]) {
    const [first] = await submitFrom(sale.line);
    const refused = { code: "TAXAUTH_ERROR" as const, reasons: [] };
    await settleWithoutVoucher(db, sale.line.taken, first, "rejected", refused, { isRemembered: true });
    expect(await db.$queryRaw`SELECT is_suspect(${sale.id}) AS suspect`).toEqual([{ suspect: true }]);
    await setUnverified(sale, false);
    // Nobody passes the number, so that the key stays in doubt.
    await db.$executeRaw`UPDATE sequence SET last_number = NULL WHERE id = ${sale.line.taken.id}`;
  }
  await importEqual(late, -1);
  await importEqual(early, 5);
  expect([await proposedFor(late), await proposedFor(early)]).toEqual([[1], []]);
});
