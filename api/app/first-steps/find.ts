import { withTimeout } from "../../../shared/concurrency/with-timeout.js";
import { listCertificates } from "../certificates/certificate.js";
import type { Checks } from "../certificates/check.js";
import type { FiscalData } from "../fiscal-data/fiscal-data.js";
import type { ApiClient } from "../frame/api-client.js";
import { resultOf } from "../frame/result-of.js";
import type { Voucher } from "../invoices/voucher.js";
import type { ListedPointOfSale } from "../points-of-sale/values.js";
import { type CompanyProgress, certificateThatCounts, type Environment, isOver, isUsable } from "./progress.js";

interface ProgressQuery {
  apiOf: (production: boolean) => ApiClient;
  nowMs: number;
  /** How long the page waits for the authority; as long as the API does without it. */
  timeoutMs?: number | undefined;
}

/** Finds out by the API how far the company is, in both environments at once. */
export async function findProgress({ apiOf, nowMs, timeoutMs }: ProgressQuery): Promise<CompanyProgress> {
  const [test, fiscalData] = (await Promise.all(
    [false, true].map((production) => apiOf(production).get<FiscalData>("/fiscal-data").then(resultOf)),
  )) as [FiscalData, FiscalData];
  const [homologation, production] = await Promise.all([
    findEnvironment(apiOf(false), test.certificate, nowMs, timeoutMs),
    findEnvironment(apiOf(true), fiscalData.certificate, nowMs, timeoutMs),
  ]);
  return { fiscalData, homologation, production };
}

/** The first voucher of an environment; undefined while there is none. */
const findFirstVoucher = async (api: ApiClient): Promise<Voucher | undefined> =>
  resultOf(await api.get<Voucher[]>("/invoices?ordering=id&limit=1"))[0];

/** Whether something is left to do, as far as it can be told without the authority. @param api of production */
export async function isInFirstHour(api: ApiClient): Promise<boolean> {
  const [fiscalData, vouchers] = await Promise.all([
    api.get<FiscalData>("/fiscal-data").then(resultOf),
    api.get<Voucher[]>("/invoices?limit=1").then(resultOf),
  ]);
  return !isOver(fiscalData, vouchers.length > 0);
}

async function findEnvironment(
  api: ApiClient,
  acting: FiscalData["certificate"],
  nowMs: number,
  timeoutMs: number | undefined,
): Promise<Environment> {
  const [certificates, points, voucher] = await Promise.all([
    listCertificates(api),
    api.get<ListedPointOfSale[]>("/points-of-sale?limit=200").then(resultOf),
    findFirstVoucher(api),
  ]);
  const certificate = certificateThatCounts(certificates, nowMs);
  const isReady = acting.mode === "delegated" ? acting.cuit !== null : certificate?.state === "active";
  const isAsked = voucher === undefined && isReady;
  return {
    acting,
    certificate,
    pointOfSale: points.find(isUsable) ?? points[0],
    voucher,
    checks: isAsked ? await ask(api, timeoutMs) : undefined,
  };
}

/** Asks for the authority's checks of the certificate in use. `late`: they take longer than `timeoutMs`, or nobody can ask it now. */
async function ask(api: ApiClient, timeoutMs: number | undefined): Promise<Checks | "late"> {
  const asking = api.get<Checks>("/taxauth/status").then(({ ok, result }) => (ok ? result : "late"));
  if (timeoutMs === undefined) return asking;
  // What comes later is told to who asks again.
  return withTimeout(timeoutMs, asking, () => "late");
}
