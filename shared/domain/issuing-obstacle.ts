import type { LocalizedText } from "./localized-text.js";
import { lineWithName, nameOfVoucher, typeName, voucherWithName } from "./spanish.js";

/** A point of sale and a voucher type. */
interface SequenceName {
  posNumber: number;
  voucherType: number;
}

/** Why something cannot be issued as it is. Kept as a value, and said where somebody asks. */
export type IssuingObstacle =
  /** Missing active certificate, of whoever acts for the company. */
  | { why: "noCertificate" }
  /** An operator has closed the key. */
  | { why: "barred" }
  /** The key's voucher is another than the element of a batch asks for. */
  | ({ why: "keyOfVoucher"; voucherNumber: number; asked: SequenceName } & SequenceName)
  /** The key may still get its voucher where it was sent first. */
  | ({ why: "keyElsewhere"; asked: SequenceName } & SequenceName)
  /** The key may be of a voucher that was imported since. */
  | ({ why: "maybeImported" } & SequenceName);

export function sayObstacle(obstacle: IssuingObstacle): LocalizedText {
  switch (obstacle.why) {
    case "noCertificate":
      return noCertificate;
    case "barred":
      return barredKey;
    case "keyOfVoucher": {
      const { posNumber, voucherType, voucherNumber, asked } = obstacle;
      return {
        en: `The idempotency key already belongs to voucher ${posNumber}-${voucherType}-${voucherNumber}; this element is for ${nameOfLine(asked)}. Use a new key.`,
        es: `Con esta clave ya se emitió ${voucherWithName(obstacle)}, y este elemento es para ${lineWithName(asked)}: usá una clave nueva.`,
        app: `Con esta clave ya se emitió ${nameOfVoucher(obstacle)}, y este elemento es para ${inSpanish(asked)}: usá una clave nueva.`,
      };
    }
    case "keyElsewhere":
      return {
        en: `The idempotency key was sent for ${nameOfLine(obstacle)}, and may still get its voucher there; this element is for ${nameOfLine(obstacle.asked)}. Use a new key once you know that it has none.`,
        es: `Esta clave ya se envió para ${lineWithName(obstacle)}, y todavía puede emitirse ahí; este elemento es para ${lineWithName(obstacle.asked)}. Usá una clave nueva cuando sepas que no se emitió.`,
        app: `Esta clave ya se envió para ${inSpanish(obstacle)} y todavía puede emitirse ahí; este elemento es para ${inSpanish(obstacle.asked)}. Usá una clave nueva cuando sepas que no se emitió.`,
      };
    case "maybeImported":
      return maybeImported;
  }
}

/** `1-6`, as the API names it. */
export const nameOfLine = ({ posNumber, voucherType }: SequenceName): string => `${posNumber}-${voucherType}`;

const inSpanish = ({ posNumber, voucherType }: SequenceName): string =>
  `${typeName(voucherType)} en el punto de venta ${posNumber}`;

const noCertificate: LocalizedText = {
  en: "The company has no active tax-authority certificate in this environment; install one before issuing, or tell the operator when the operator's certificate acts for the company.",
  es: "No hay un certificado de ARCA activo en este ambiente: instalá uno antes de emitir, o avisale a quien opera el servicio si es el que emite por la empresa.",
};

export const barredKey: LocalizedText = {
  en: "An operator has closed the idempotency key, because its voucher stands elsewhere. Nothing is issued with it any more.",
  es: "El comprobante de esta clave ya está emitido con otro número, y por eso quedó cerrada: para emitir otro, usá una clave nueva.",
};

/** The voucher may stand in any numbering of the company: the key may have been sent for another in what was lost. */
export const maybeImported: LocalizedText = {
  en: "The database lost commits in which the idempotency key may have got its voucher, and vouchers of the company that belong to no key were imported since, or some are missing here. Nothing is issued with it before an operator has decided; use a new key once you know that none of them is this sale's.",
  es: "Este comprobante puede estar entre los de la empresa que se importaron después, o entre los que faltan acá: no se emite otro con esta clave hasta que lo decida quien opera el servicio. Usá una nueva solo si sabés que ninguno es el de esta venta.",
};
