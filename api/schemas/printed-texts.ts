import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { forPrintedTexts, type PrintedText, printedTexts } from "../../shared/domain/printed-texts.js";
import { field, like } from "./field.js";
import { orNull } from "./optional.js";
import { trimmedText } from "./text.js";

/** Words about each printed text, and an example of it in a voucher and at a point of sale. */
const words: Record<PrintedText, { says: LocalizedText; example: string; ofPos: string }> = {
  saleCondition: {
    says: { en: "How the sale is paid, as it is printed.", es: "Cómo se paga la venta, tal como se imprime." },
    example: "Cuenta corriente",
    ofPos: "Contado",
  },
};

const texts = forPrintedTexts((name) => {
  const { most, label } = printedTexts[name];
  const { says, example } = words[name];
  return field(trimmedText(most), {
    says: {
      en: `${says.en} Never sent to the authority. Unless given, that of the point of sale at the time of issuing.`,
      es: `${says.es} No se le envía a ARCA. Si no viene, vale la del punto de venta al emitir.`,
    },
    example,
    label,
  });
});

/** In the body of an issuance. */
export const textsOfVoucher = forPrintedTexts((name) => texts[name].nullish().transform(orNull));

/** In that of a note. */
export const textsOfNote = forPrintedTexts((name) =>
  like(textsOfVoucher[name], textsOfVoucher[name], {
    says: {
      en: "Printed. Unless given, that of the point of sale at the time of issuing; the original's is not taken over.",
      es: "Se imprime. Si no viene, la del punto de venta al emitir; la del comprobante original no se copia.",
    },
  }),
);

/** Printed texts of a point of sale. */
export const textsOfPos = forPrintedTexts((name) =>
  like(texts[name], texts[name].nullable(), {
    says: {
      en: "Printed on its vouchers that say no other; null for none.",
      es: "Se imprime en sus comprobantes que no digan otra; null si no hay.",
    },
    example: words[name].ofPos,
  }),
);
