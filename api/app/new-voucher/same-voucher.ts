import { isDeepStrictEqual } from "node:util";
import { printedTextNames } from "../../../shared/domain/printed-texts.js";
import { toStoredPayload } from "../../../shared/domain/stored-payload.js";
import { issuanceRequestShape } from "../../schemas/issuance-request.js";

/** Completed by the service before it issues: a note's voucher gets its date, a credit invoice the company's account. */
const completed = ["associatedVouchers", "fce"];
/** Completed by the service where the body leaves them out. */
const completedIfMissing: readonly string[] = printedTextNames;
/** To these its point of sale adds. */
const addedTo = ["optionals", "activities"];

/**
 * Whether a voucher, as the API lists it, says what this body says. A key that has its voucher answers with it whatever the body says,
 * so who changed the form and sent it again must be told. Source: api/README.md, "Rules", rule 1.
 */
export function isSameVoucher(body: unknown, voucher: object): boolean {
  const shaped = issuanceRequestShape.safeParse(body);
  if (!shaped.success) return false;
  const { voucherDate, currency, externalReference } = shaped.data;
  const row = voucher as Record<string, unknown>;
  const asked: Record<string, unknown> = {
    ...toStoredPayload({ ...shaped.data, fce: null }),
    voucherDate,
    externalReference,
  };
  return (
    currency.id === row.currency &&
    currency.quotation === Number(row.currencyQuotation) &&
    Object.entries(asked).every(
      ([name, value]) =>
        completed.includes(name) ||
        (value === null && completedIfMissing.includes(name)) ||
        (addedTo.includes(name) && holdsAll(row[name], value)) ||
        isDeepStrictEqual(value ?? null, row[name] ?? null),
    )
  );
}

/** Whether a list of a voucher has all that was asked for. */
const holdsAll = (kept: unknown, asked: unknown): boolean =>
  listOf(asked).every((one) => listOf(kept).some((other) => isDeepStrictEqual(one, other)));

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
