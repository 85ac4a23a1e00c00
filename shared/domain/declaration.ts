import type { Amounts } from "./amounts.js";
import { cleanText } from "./clean-text.js";
import { toDeclaredDates } from "./declared-dates.js";
import { toOptionals } from "./fce.js";
import type { Activity, Buyer } from "./further-data.js";
import type { AssociatedVoucher, IssuanceRequest, Period, Tribute } from "./issuance-request.js";
import { Decimal } from "./money.js";
import type { Optional } from "./optionals/optionals.js";

/**
 * Declaration of one voucher to the authority, without its number. Exactly this is sent, re-sent and compared with what is found. It is
 * stored with the issuance, so a later version of these rules does not change a submission.
 * Amounts and factors are decimal strings, dates are `YYYYMMDD`. Null fields are left out of the request.
 */
export interface Declaration {
  concept: number;
  docType: number;
  /** Digits, without leading zeros. */
  docNumber: string;
  voucherDate: string;
  total: string;
  notTaxable: string;
  net: string;
  exempt: string;
  tributesTotal: string;
  vat: string;
  serviceFrom: string | null;
  serviceTo: string | null;
  serviceExpiration: string | null;
  currency: string;
  quotation: string;
  cancelsInSameForeignCurrency: "S" | "N" | null;
  receiverTaxConditionId: number;
  associatedVouchers: AssociatedVoucher[];
  associatedPeriod: Period | null;
  tributes: { type: number; description: string | null; baseAmount: string; aliquot: string; subtotal: string }[];
  vatRows: { taxType: number; base: string; amount: string }[];
  optionals: Optional[];
  /** This and the next are missing where there are none. */
  activities?: Activity[];
  buyers?: Buyer[];
}

/** The declaration of a request with these amounts. Source: issuer/authority/README.md, sections 2.5 and 4.5 to 4.9. */
export function toDeclaration(body: IssuanceRequest, amounts: Amounts): Declaration {
  const { customer, currency } = body;
  const isInPesos = currency.id === "PES";
  return {
    concept: body.concept,
    docType: customer.docType,
    docNumber: customer.docNumber.trim().replace(/^0+/, "") || "0",
    voucherDate: body.voucherDate,
    total: amounts.total,
    notTaxable: amounts.notTaxable,
    net: amounts.net,
    exempt: amounts.exempt,
    tributesTotal: amounts.tributes,
    vat: amounts.vat,
    ...toDeclaredDates(body.voucherType, body),
    currency: currency.id,
    // At most four digits and six decimals. The quotation of the peso is 1.
    quotation: isInPesos ? "1" : new Decimal(currency.quotation).toDecimalPlaces(6, Decimal.ROUND_HALF_UP).toFixed(),
    cancelsInSameForeignCurrency: isInPesos ? null : body.cancelsInSameForeignCurrency,
    receiverTaxConditionId: body.receiverTaxConditionId ?? customer.taxType,
    associatedVouchers: body.associatedVouchers.map(({ voucherType, posNumber, voucherNumber, cuit, date = null }) => ({
      voucherType,
      posNumber,
      voucherNumber,
      cuit,
      date,
    })),
    associatedPeriod: body.associatedPeriod ?? null,
    tributes: body.tributes.map(toTribute),
    vatRows: amounts.vatRows.map(({ taxType, base, amount }) => ({ taxType, base, amount })),
    optionals: [...toOptionals(body.fce), ...(body.optionals ?? [])],
    ...(body.activities?.length && { activities: body.activities }),
    ...(body.buyers?.length && { buyers: body.buyers }),
  };
}

/** The authority could cut a longer text, and then the voucher found would seem to be another one. */
const maxDescription = 80;

function toTribute({ type, description, baseAmount, aliquot, subtotal }: Tribute): Declaration["tributes"][number] {
  const text = cleanText(cleanText(description ?? "").slice(0, maxDescription));
  return {
    type,
    description: text === "" ? null : text,
    baseAmount: new Decimal(baseAmount).toFixed(),
    aliquot: new Decimal(aliquot).toFixed(),
    subtotal: new Decimal(subtotal).toFixed(),
  };
}
