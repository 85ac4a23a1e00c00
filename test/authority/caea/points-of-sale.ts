import type { PointOfSale, Settings } from "../settings.js";
import { classOf, type VoucherClass } from "../voucher-class.js";

type PointSettings = Pick<Settings, "pointsOfSale">;
export type RegisteredPoint = Exclude<PointOfSale, number>;

/** The issuer's registered points of sale; undefined when the issuer has no entry and may use any number. */
export const registeredPoints = ({ pointsOfSale }: PointSettings, cuit: string): RegisteredPoint[] | undefined =>
  pointsOfSale[cuit]?.map((one) => (typeof one === "number" ? { number: one } : one));

/** The texts of EmisionTipo differ, so only their beginning counts. Source: issuer/authority/README.md, section 13.2. */
export const isCaea = ({ type }: RegisteredPoint): boolean => /^caea/i.test(type ?? "");

export const findPoint = (settings: PointSettings, cuit: string, pos: number): RegisteredPoint | undefined =>
  registeredPoints(settings, cuit)?.find(({ number }) => number === pos);

export const isRegisteredForCaea = (settings: PointSettings, cuit: string, pos: number): boolean =>
  registeredPoints(settings, cuit)?.some((one) => one.number === pos && isCaea(one)) ?? false;

/** Registered for something else, or not at all although the issuer registers its points of sale. */
export const isForeignToCaea = (settings: PointSettings, cuit: string, pos: number): boolean =>
  registeredPoints(settings, cuit) !== undefined && !isRegisteredForCaea(settings, cuit, pos);

export const isOpen = ({ blocked, closedOn }: RegisteredPoint): boolean => !blocked && closedOn === undefined;

/** Whether it existed at some time from the first to the last day. */
export const wasOpenDuring = ({ openedOn, closedOn }: RegisteredPoint, from: string, to: string): boolean =>
  (openedOn === undefined || openedOn <= to) && (closedOn === undefined || closedOn >= from);

/** Whether its name says that it is for issuers of another letter: A and B for registered taxpayers, C for all others. */
export function isForOtherLetters({ type = "" }: RegisteredPoint, voucherType: number): boolean {
  const letter: VoucherClass | undefined = classOf(voucherType);
  if (/monotributo|exento/i.test(type)) return letter !== "C";
  return /\bri\b/i.test(type) && letter === "C";
}
