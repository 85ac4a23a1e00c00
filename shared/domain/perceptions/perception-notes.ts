import type { LocalizedText } from "../localized-text.js";
import type { PerceptionRefusal } from "../perceptions.js";
import type { LawRemark } from "../remarks/law-codes.js";
import { provinceName } from "./jurisdictions.js";
import { monthInWords } from "./perception-words.js";

/** Notes of a preview: something happens otherwise than the caller may expect. */
export const perceptionNotes = {
  delivery: (stateId: number): LawRemark => ({
    field: "deliveryStateId",
    code: "PERCEPTION_DELIVERY",
    message: {
      en: `is not given: the receiver's province, ${provinceName(stateId)}, counts as where it is delivered`,
      es: `Falta la provincia de entrega: se toma la del receptor, ${provinceName(stateId)}.`,
    },
  }),
  notYet: (stateId: number): LawRemark => ({
    field: "deliveryStateId",
    code: "PERCEPTION_NOT_YET",
    message: {
      en: `${provinceName(stateId)} does not take part in SIRCIP on the voucher's day: no perception is charged for it. The operator of this service gives the day`,
      es: `En la fecha del comprobante ${provinceName(stateId)} todavía no participa de SIRCIP, así que no se percibe nada. El día lo carga quien opera el servicio.`,
    },
  }),
  own: (stateId: number): LawRemark => ({
    field: "tributes",
    code: "OWN_PERCEPTION",
    message: {
      en: `${provinceName(stateId)} is outside SIRCIP and the receiver is registered there: if the company is an agent of that province too, its own perception is missing, a tribute of type 7`,
      es: `${provinceName(stateId)} está fuera de SIRCIP y el receptor está inscripto ahí: si la empresa también es agente de esa provincia, falta su propia percepción, un tributo de tipo 7.`,
      app: `${provinceName(stateId)} está fuera de SIRCIP y el receptor está inscripto ahí: si la empresa también es agente de esa provincia, falta cargar esa percepción entre los tributos.`,
    },
  }),
  twice: (at: number, stateId: number): LawRemark => ({
    field: `tributes.${at}`,
    code: "PERCEPTION_TWICE",
    message: {
      en: `is a perception of gross income tax, and ${provinceName(stateId)} takes part in SIRCIP: the receiver may pay it twice`,
      es: `Es una percepción de ingresos brutos y ${provinceName(stateId)} ya participa de SIRCIP: el receptor la pagaría dos veces.`,
    },
  }),
};

const ofField = (message: LocalizedText): PerceptionRefusal => ({ field: "perceptions", message });
const ofVoucher = (message: LocalizedText): PerceptionRefusal => ({ field: null, message });

export const perceptionRefusals = {
  noAgent: ofField({
    en: "is for agents of SIRCIP: set the company's sircip with PATCH /fiscal-data first",
    es: "Es para agentes de SIRCIP: primero cargá desde cuándo lo es la empresa en Datos fiscales.",
  }),
  beforeAgent: (from: string): PerceptionRefusal =>
    ofField({
      en: `is for vouchers from ${from} on: before, the company is no agent of SIRCIP`,
      es: `La empresa es agente de SIRCIP desde el ${from.slice(6)}/${from.slice(4, 6)}/${from.slice(0, 4)}: antes no percibe.`,
    }),
  noPeriod: (period: string): PerceptionRefusal =>
    ofVoucher({
      en: `The padrón of SIRCIP of ${period} is not loaded: the operator of this service loads it.`,
      es: `Falta cargar el padrón de SIRCIP de ${monthInWords(period)}: pedíselo a quien opera el servicio.`,
    }),
  ownMissing: (stateId: number): PerceptionRefusal =>
    ofVoucher({
      en: `${provinceName(stateId)} is outside SIRCIP, the receiver is registered there, and the company is its agent: send that province's own perception as a tribute of type 7.`,
      es: `${provinceName(stateId)} está fuera de SIRCIP, el receptor está inscripto ahí y la empresa es agente de esa provincia: agregá su percepción como tributo de tipo 7.`,
    }),
  unknownDigit: (digit: number, period: string, stateId: number): PerceptionRefusal =>
    ofVoucher({
      en: `The padrón of SIRCIP of ${period} has the digit ${digit} for ${provinceName(stateId)}, and nobody here knows what it asks for: tell the operator of this service.`,
      es: `El padrón de SIRCIP de ${monthInWords(period)} tiene el dígito ${digit} para ${provinceName(stateId)}, que no conocemos: avisale a quien opera el servicio.`,
    }),
  noOriginal: ofField({
    en: "needs one voucher of ours among associatedVouchers that has perceptions of SIRCIP: this note has none",
    es: "Tiene que haber un comprobante asociado, y uno solo, con percepciones de SIRCIP: esta nota no lo tiene.",
  }),
};
