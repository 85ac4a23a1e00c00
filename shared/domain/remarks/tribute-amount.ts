import type { IssuanceRequest } from "../issuance-request.js";
import type { LocalizedText } from "../localized-text.js";
import { Decimal, formatAmount, toCents } from "../money.js";
import { money } from "../spanish.js";
import type { LawRemark } from "./law-codes.js";

/**
 * Remarks on tributes whose amount is not base times rate, rounded half up to cents: the provinces compute it again and refuse what differs.
 * A rate of 0 stands for an amount that no rate makes, such as internal taxes. It is declared as given. Source: issuer/authority/README.md,
 * section 18.3.
 */
export const remarkOnTributes = ({ tributes, currency }: IssuanceRequest): LawRemark[] =>
  tributes.flatMap((tribute, index) => {
    const expected = amountOfTribute(tribute.baseAmount, tribute.aliquot);
    return tribute.aliquot === 0 || expected.equals(tribute.subtotal)
      ? []
      : [
          {
            field: `tributes.${index}.subtotal`,
            code: "TRIBUTE_AMOUNT",
            message: otherAmount(formatAmount(expected), index + 1, currency.id),
          },
        ];
  });

/** Amount of a tribute by its base and its rate in per cent: what a perception is computed by is what its amount is held against. */
export const amountOfTribute = (base: Decimal.Value, rate: Decimal.Value): Decimal =>
  toCents(new Decimal(base).times(rate).div(100));

const otherAmount = (expected: string, place: number, currency: string): LocalizedText => ({
  en: `is not baseAmount × aliquot / 100 rounded to two decimals, which is ${expected}: the provinces check perceptions so`,
  es: `El importe del tributo ${place} no es base × alícuota ÷ 100 redondeado a dos decimales, que da ${money(expected, currency)}: las provincias controlan así las percepciones.`,
});
