import { anonymousType } from "../../../shared/domain/document-type.js";
import type { FiscalData } from "../fiscal-data/fiscal-data.js";
import type { ApiAnswer, ApiClient } from "../frame/api-client.js";
import type { PageContext } from "../frame/app-env.js";
import type { Voucher } from "../invoices/voucher.js";
import type { ListedPointOfSale } from "../points-of-sale/values.js";
import { usualOf } from "./unusual.js";

/** Company's data that decide the type of a voucher: its VAT condition, and whether its letter A is under withholding. */
export interface IssuerTaxStatus {
  taxType: number;
  withheldA?: boolean;
}

/** Options at hand for somebody who issues, beside the form itself. */
export interface VoucherFormOptions {
  own: IssuerTaxStatus;
  hasFce: boolean;
  /** Whether the company is an agent of SIRCIP. */
  isAgent: boolean;
  /** Points of sale that one may issue at. */
  pointsOfSale: ListedPointOfSale[];
  /** Where this person issued last. */
  lastPos: number | undefined;
  /** The latest receivers with a document, each once. */
  recent: Voucher["customer"][];
  /** In pesos, from where on an amount is unlike the last ones; undefined while nobody can tell. */
  usual: string | undefined;
}

/** Reads what the form offers. What the API does not answer is not offered; issuing says why. */
export async function readFormOptions(api: ApiClient, { person, company }: PageContext): Promise<VoucherFormOptions> {
  const [points, vouchers, fiscal] = await Promise.all([
    api.get<ListedPointOfSale[]>("/points-of-sale?limit=200"),
    api.get<Voucher[]>("/invoices?limit=50"),
    api.get<FiscalData>("/fiscal-data"),
  ]);
  const pointsOfSale = rowsOf(points).filter(({ enabled, authorization }) => enabled && authorization === "CAE");
  const rows = rowsOf(vouchers);
  const last = rows.find(({ userEmail }) => userEmail === person.email) ?? rows[0];
  const named = rows.map(({ customer }) => customer).filter(({ docType, name }) => docType !== anonymousType && name);
  return {
    own: company,
    hasFce: fiscal.ok && fiscal.result.fce !== null,
    isAgent: fiscal.ok && fiscal.result.sircip !== null,
    pointsOfSale,
    lastPos: pointsOfSale.find(({ number }) => number === last?.posNumber)?.number,
    recent: [...new Map(named.map((customer) => [customer.docNumber, customer])).values()],
    usual: usualOf(rows),
  };
}

const rowsOf = <Row>(answer: ApiAnswer<Row[]>): Row[] => (answer.ok ? answer.result : []);
