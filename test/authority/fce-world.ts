import type { Settings } from "./settings.js";

type World = Pick<Settings, "fce">;

/** The receiver's entry, if the regime reaches it on that day (yyyymmdd). */
const receiverOf = ({ fce }: World, cuit: string, date: string) =>
  fce.receivers.find((one) => one.cuit === cuit && (one.from ?? "") <= date);

/**
 * Whether the company must get credit invoices on that day (yyyymmdd), and from which total in pesos on. One that opted in
 * gets them without having to. Source: issuer/authority/README.md, section 12.1.
 */
export function obligationOf(world: World, cuit: string, date: string): { obliged: boolean; minimum: string | null } {
  const receiver = receiverOf(world, cuit, date);
  if (!receiver || receiver.optedIn) return { obliged: false, minimum: null };
  return { obliged: true, minimum: receiver.minimum ?? world.fce.minimum };
}

/** Whether a credit invoice may be issued to this company on that day: it is large, or opted in. */
export const mayReceive = (world: World, cuit: string, date: string): boolean =>
  receiverOf(world, cuit, date) !== undefined;

/** Whether the receiver has an electronic fiscal address. Only the listed ones can lack it. */
export const hasAddress = ({ fce }: World, cuit: string): boolean =>
  !fce.receivers.some((one) => one.cuit === cuit && one.address === false);

/** What the regime knows of an issuer. Without an entry it is a registered small company with an address. */
export function issuerOf({ fce }: World, cuit: string): { pyme: boolean; address: boolean; financial: boolean } {
  const { pyme = true, address = true, financial = false } = fce.issuers.find((one) => one.cuit === cuit) ?? {};
  return { pyme, address, financial };
}

/** Whether the bank account is registered for the issuer. Without a list of its own every account is. */
export const ownsCbu = ({ fce }: World, cuit: string, cbu: string): boolean =>
  fce.issuers.find((one) => one.cuit === cuit)?.cbus?.includes(cbu) ?? true;
