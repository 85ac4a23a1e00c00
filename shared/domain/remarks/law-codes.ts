import type { LocalizedText } from "../localized-text.js";

/**
 * Codes of the remarks on what the law says and the authority does not guard, each with the case that it is of. The voucher is issued all the same.
 * Those of perceptions are told by `shared/domain/perceptions`. Source: api/README.md, "What the law says".
 */
export const lawCodes = {
  NOTE_RECEIVER: {
    en: "a note to another receiver than that of the voucher that it names",
    es: "una nota a otro receptor que el del comprobante que modifica",
  },
  NOTE_LATE: {
    en: "a note more than 15 days after what it modifies",
    es: "una nota más de 15 días después de lo que modifica",
  },
  RECEIVER_WITHOUT_TAX_ID: {
    en: "a receiver who is no final consumer, without a CUIT",
    es: "un receptor que no es consumidor final, sin CUIT",
  },
  TRIBUTE_AMOUNT: {
    en: "a tribute whose amount is not base times rate",
    es: "un tributo cuyo importe no es base por alícuota",
  },
  PERCEPTION_DELIVERY: {
    en: "perceptions of the receiver's province, because no province of delivery was said",
    es: "percepciones de la provincia del receptor, porque no se dijo la de entrega",
  },
  PERCEPTION_NOT_YET: {
    en: "a delivery to a province that takes no part in SIRCIP yet",
    es: "una entrega en una provincia que todavía no empezó con SIRCIP",
  },
  OWN_PERCEPTION: {
    en: "a province that may want a perception of its own",
    es: "una provincia que puede pedir una percepción propia",
  },
  PERCEPTION_TWICE: {
    en: "a perception in the body for a province that takes part",
    es: "una percepción cargada a mano para una provincia que ya participa",
  },
} satisfies Record<string, LocalizedText>;

export type LawCode = keyof typeof lawCodes;

export const isLawCode = (code: number | string): code is LawCode => Object.hasOwn(lawCodes, code);

/** Remark of the law on a body: never a refusal, and never a warning. */
export interface LawRemark {
  field: string;
  code: LawCode;
  message: LocalizedText;
}
