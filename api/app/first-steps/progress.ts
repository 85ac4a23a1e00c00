import { type CertificateState, type ListedCertificate, stateOf } from "../certificates/certificate.js";
import type { Checks } from "../certificates/check.js";
import { type FiscalData, lackingOf } from "../fiscal-data/fiscal-data.js";
import type { Voucher } from "../invoices/voucher.js";
import type { ListedPointOfSale } from "../points-of-sale/values.js";

/** How far a company is in one environment, as the API says it. */
export interface Environment {
  /** Holder of the certificate that acts for it. */
  acting: FiscalData["certificate"];
  /** The newest that can be used, or is on its way; undefined without any. */
  certificate: (ListedCertificate & { state: Exclude<CertificateState, "replaced"> }) | undefined;
  /** One where vouchers can be issued, or else any. */
  pointOfSale: ListedPointOfSale | undefined;
  /** The first one. */
  voucher: Voucher | undefined;
  /**
   * Checks that the authority answered to the certificate. Undefined when it was not asked: there is no certificate in use, or a voucher
   * was issued with it already. `late`: it has not answered yet.
   */
  checks: Checks | "late" | undefined;
}

export interface CompanyProgress {
  fiscalData: FiscalData;
  homologation: Environment;
  production: Environment;
}

export const stepKeys = [
  "fiscalData",
  "testCertificate",
  "testPointOfSale",
  "testVoucher",
  "certificate",
  "pointOfSale",
  "voucher",
] as const;
export type StepKey = (typeof stepKeys)[number];

export type StepState = "done" | "current" | "todo";

/** The state of each step. The first that is not done is the one to do now. */
export function statesOf(found: CompanyProgress): Record<StepKey, StepState> {
  const done = doneOf(found);
  const current = stepKeys.find((key) => !done[key]);
  return Object.fromEntries(
    stepKeys.map((key) => [key, done[key] ? "done" : key === current ? "current" : "todo"]),
  ) as Record<StepKey, StepState>;
}

function doneOf({ fiscalData, homologation, production }: CompanyProgress): Record<StepKey, boolean> {
  // Whoever has issued a real voucher needs no rehearsal.
  const isPast = production.voucher !== undefined;
  return {
    fiscalData: lackingOf(fiscalData).length === 0,
    testCertificate: isPast || isAccepted(homologation),
    testPointOfSale: isPast || isKnown(homologation),
    testVoucher: isPast || homologation.voucher !== undefined,
    certificate: isAccepted(production),
    pointOfSale: isKnown(production),
    voucher: isPast,
  };
}

/** Whether nothing is left to do. It can be told without asking the authority. */
export const isOver = (fiscalData: FiscalData, hasRealVoucher: boolean): boolean =>
  hasRealVoucher && lackingOf(fiscalData).length === 0;

/** Whether the authority accepts the certificate and lets it issue. A voucher is the best proof. */
function isAccepted({ voucher, acting, certificate, checks }: Environment): boolean {
  if (voucher) return true;
  if (acting.mode === "own" && certificate?.state !== "active") return false;
  if (checks === undefined || checks === "late") return false;
  return checks.authentication.ok && (checks.issuance.ok || isAboutPoint(checks));
}

/** Whether there is a point of sale where the authority lets the company issue. */
function isKnown({ voucher, pointOfSale, checks }: Environment): boolean {
  if (voucher) return true;
  return isUsable(pointOfSale) && checks !== undefined && checks !== "late" && checks.issuance.ok;
}

export const isUsable = (pos: ListedPointOfSale | undefined): boolean =>
  pos?.enabled === true && pos.authorization === "CAE";

/** Whether all that the authority minds is a point of sale. */
export const isAboutPoint = ({ issuance }: Checks): boolean => issuance.problem === "pointOfSale";

/** Picks the certificate that counts: the one in use, or else the newest request. */
export function certificateThatCounts(certificates: ListedCertificate[], nowMs: number): Environment["certificate"] {
  const rows = certificates.map((each) => ({ ...each, state: stateOf(each, nowMs) }));
  for (const wanted of ["active", "requested", "expired"] as const) {
    const found = rows.findLast(({ state }) => state === wanted);
    if (found) return { ...found, state: wanted };
  }
  return undefined;
}
