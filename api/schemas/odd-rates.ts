import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { Decimal } from "../../shared/domain/money.js";
import { decimal } from "../../shared/domain/spanish.js";
import { EXEMPT, findVatRate, vatCodes } from "../../shared/domain/vat-rates.js";
import { findVoucherType } from "../../shared/domain/voucher-types.js";
import type { IgnoredInput } from "../http/handling.js";

const NOT_TAXABLE = 1;

/**
 * The lines whose `taxType` is no VAT rate code of the authority's: they are issued as not taxable, which is seldom what was meant.
 * Letter C has no rates. Source: api/README.md, rule 8.
 * @param body unchecked
 * @param voucherType the type that it is for, when the body does not say it
 */
export function* findOddRates(
  body: unknown,
  voucherType: unknown = (Object(body) as { voucherType?: unknown }).voucherType,
): Generator<IgnoredInput> {
  const { items } = Object(body) as { items?: unknown };
  if (!Array.isArray(items) || findVoucherType(Number(voucherType))?.letter === "C") return;
  for (const [index, item] of items.entries()) {
    const { taxType } = Object(item) as { taxType?: unknown };
    if (Number.isInteger(taxType) && isOdd(Number(taxType)))
      yield { field: ["items", index, "taxType"], message: explain(Number(taxType)) };
  }
}

const isOdd = (taxType: number) => taxType !== NOT_TAXABLE && taxType !== EXEMPT && findVatRate(taxType) === undefined;

/** Most often it is the percentage itself. */
function explain(taxType: number): LocalizedText {
  const code = vatCodes.find((each) => findVatRate(each)?.times(100).trunc().eq(new Decimal(taxType)));
  const rate = code === undefined ? undefined : findVatRate(code)?.times(100);
  return rate === undefined
    ? {
        en: "is no VAT rate code, so the line is issued as not taxable, without VAT: 5 is 21 %, and taxauth/tables/vat-rates has all",
        es: "No es un código de alícuota de IVA y la línea saldría como no gravada, sin IVA: para 21 % es 5.",
      }
    : {
        en: `is no VAT rate code, so the line is issued as not taxable, without VAT: ${code} is ${rate} %`,
        es: `No es un código de alícuota de IVA y la línea saldría como no gravada, sin IVA: para ${decimal(rate)} % es ${code}.`,
      };
}
