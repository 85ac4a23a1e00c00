import { forPrintedTexts, type PrintedText, printedTexts } from "../../shared/domain/printed-texts.js";
import { field, like } from "./field.js";
import { orNull } from "./optional.js";
import { trimmedText } from "./text.js";

/** What each of them says, and an example of it in a voucher and at a point of sale. */
const words: Record<PrintedText, { says: string; example: string; ofPos: string }> = {
  saleCondition: { says: "How the sale is paid, as it is printed.", example: "Cuenta corriente", ofPos: "Contado" },
};

const texts = forPrintedTexts((name) => {
  const { most, label } = printedTexts[name];
  const { says, example } = words[name];
  return field(trimmedText(most), {
    says: `${says} Never sent to the authority. Unless given, that of the point of sale at the time of issuing.`,
    example,
    label,
  });
});

/** In the body of an issuance. */
export const textsOfVoucher = forPrintedTexts((name) => texts[name].nullish().transform(orNull));

/** In that of a note. */
export const textsOfNote = forPrintedTexts((name) =>
  like(textsOfVoucher[name], textsOfVoucher[name], {
    says: "Printed. Unless given, that of the point of sale at the time of issuing; the original's is not taken over.",
  }),
);

/** Of a point of sale. */
export const textsOfPos = forPrintedTexts((name) =>
  like(texts[name], texts[name].nullable(), {
    says: "Printed on its vouchers that say no other; null for none.",
    example: words[name].ofPos,
  }),
);
