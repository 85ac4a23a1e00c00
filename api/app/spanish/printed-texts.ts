import type { PrintedText } from "../../../shared/domain/printed-texts.js";

interface Hints {
  ofPos: string;
  ofVoucher: string;
  /** Hint of a voucher whose point of sale has such a text. */
  besides(ofPos: string): string;
}

/** Hints of the forms about each printed text. */
export const textHints: Record<PrintedText, Hints> = {
  saleCondition: {
    ofPos: "Se imprime en los comprobantes que no dicen otra. Por ejemplo: Contado.",
    ofVoucher: "Se imprime. Por ejemplo: Contado, Cuenta corriente.",
    besides: (ofPos) => `Se imprime. Vacía: «${ofPos}», la del punto de venta.`,
  },
};
