import { fceOptionalIds, type Optional } from "./optionals/optionals.js";

/**
 * Credit invoices (FCE MiPyME): what they declare beside the fields of every voucher.
 * Source: api/README.md, "Credit invoices"; issuer/authority/README.md, section 12.
 */

/** Takers of the invoice: any bank through the open circulation system (SCA), or the collective depositary (ADC). */
export const fceTransfers = ["SCA", "ADC"] as const;
export type FceTransfer = (typeof fceTransfers)[number];

/** Where and how an invoice is paid: the account by its CBU of 22 digits and its alias. A company has them for all its invoices. */
export interface FcePayment {
  cbu: string;
  alias: string | null;
  transfer: FceTransfer;
}

/** Terms of a note: true when it cancels what the buyer rejected, false when it adjusts. */
export interface FceNote {
  cancellation: boolean;
}

/** Terms of one voucher: of an invoice how it is paid, of a note whether it cancels. */
export type FceTerms = FcePayment | FceNote;

/** Terms in a request. A missing one comes from the company. */
export interface AskedFce {
  cbu: string | null;
  /** Null: the invoice has none. Undefined: it says nothing. */
  alias?: string | null | undefined;
  transfer: FceTransfer | null;
  cancellation: boolean | null;
}

/** An alias names one account: that of the company stands only beside the company's own CBU. */
export const aliasBeside = (cbu: string | undefined, company: FcePayment | null): string | null =>
  company?.cbu === cbu ? (company?.alias ?? null) : null;

/** How an invoice is paid. */
export function toPayment(company: FcePayment, asked: AskedFce | null): FcePayment {
  const cbu = asked?.cbu ?? company.cbu;
  return {
    cbu,
    alias: asked?.alias === undefined ? aliasBeside(cbu, company) : asked.alias,
    transfer: asked?.transfer ?? company.transfer,
  };
}

const ids = { cbu: "2101", alias: "2102", transfer: "27", cancellation: "22" };

/** Maps the terms to the authority's optional fields. Source: issuer/authority/README.md, section 12. */
export function toOptionals(terms: FceTerms | null | undefined): Optional[] {
  if (!terms) return [];
  if ("cancellation" in terms) return [{ id: ids.cancellation, value: terms.cancellation ? "S" : "N" }];
  return [
    { id: ids.cbu, value: terms.cbu },
    ...(terms.alias === null ? [] : [{ id: ids.alias, value: terms.alias }]),
    { id: ids.transfer, value: terms.transfer },
  ];
}

/** Reads the terms from the optional fields of a voucher on record, and leaves the others. Null when there are none. */
export function readOptionals(optionals: readonly Optional[]): { fce: FceTerms | null; others: Optional[] } {
  const fce = readTerms(optionals);
  return { fce, others: optionals.filter(({ id }) => fce === null || !fceOptionalIds.includes(id)) };
}

function readTerms(optionals: readonly Optional[]): FceTerms | null {
  const find = (id: string) => optionals.find((optional) => optional.id === id)?.value;
  const [cbu, transfer, cancellation] = [find(ids.cbu), find(ids.transfer), find(ids.cancellation)];
  if (cancellation !== undefined) return { cancellation: cancellation === "S" };
  const known = fceTransfers.find((each) => each === transfer);
  return cbu === undefined || known === undefined ? null : { cbu, alias: find(ids.alias) ?? null, transfer: known };
}
