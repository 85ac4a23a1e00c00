import { z } from "@hono/zod-openapi";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { isStateId } from "../../shared/domain/perceptions/jurisdictions.js";
import { findVoucherType } from "../../shared/domain/voucher-types.js";
import type { FieldFault } from "../http/errors.js";
import { field, like, part } from "./field.js";
import type { UncheckedObject } from "./further-faults.js";
import { says } from "./says.js";
import { amount } from "./shown.js";

const noProvince: LocalizedText = {
  en: "is not a province: see customer.stateId",
  es: "No es una provincia: elegí otra.",
};

/** A province that can be one of delivery. */
export const provinceCode = z
  .int()
  .min(0)
  .max(24)
  .refine(isStateId, { error: says(noProvince) });

export const askedPerceptions = field(z.enum(["sircip", "original"]), {
  says: {
    en: "sircip adds the perceptions of SIRCIP's padrón, for its agents; original, on a credit note, those of its voucher again.",
    es: "sircip agrega las percepciones del padrón de SIRCIP, para sus agentes; original, en una nota de crédito, otra vez las de su comprobante.",
  },
  example: "sircip",
  label: "Percepciones",
});

export const deliveryStateId = field(provinceCode, {
  says: {
    en: "Province of delivery, for perceptions; the receiver's unless given.",
    es: "Provincia de entrega, para las percepciones; si no viene, la del receptor.",
  },
  example: 2,
  label: "Provincia de entrega",
});

const line = {
  record: field(z.int(), {
    says: {
      en: "Record of the monthly return: 1 perception, 2 informative (letter A), 4 not registered, 5 surcharge.",
      es: "Registro de la declaración mensual: 1 percepción, 2 informativo (letra A), 4 no inscripto, 5 recargo.",
    },
    example: 1,
  }),
  baseAmount: field(amount, {
    says: { en: "Taxed net, in the voucher's currency.", es: "Neto gravado, en la moneda del comprobante." },
    example: "1000.00",
  }),
  aliquot: field(amount, { says: { en: "Rate in percent.", es: "Alícuota, en porcentaje." }, example: "0.05" }),
  subtotal: field(amount, {
    says: {
      en: "Base × rate / 100, rounded half up to the cent.",
      es: "Base por alícuota, redondeada al centavo más cercano.",
    },
    example: "0.50",
  }),
  tribute: field(z.int().nullable(), {
    says: {
      en: "Index of its tribute in `tributes`; null when it comes to 0.00, which is no tribute.",
      es: "Posición de su tributo en `tributes`; null si da 0,00, que no es un tributo.",
    },
    example: 0,
  }),
};

const common = {
  regime: field(z.literal("sircip"), { says: { en: "Always sircip.", es: "Siempre sircip." }, example: "sircip" }),
  period: field(z.string().regex(/^\d{6}$/), {
    says: { en: "Month of the padrón, YYYYMM.", es: "Mes del padrón, AAAAMM." },
    example: "202612",
  }),
  deliveryStateId: like(deliveryStateId, z.int()),
  letter: field(z.string().nullable(), {
    says: {
      en: "The receiver's letter of the padrón; null for who is not in it, or whom SIRCIP does not reach.",
      es: "La letra del receptor en el padrón; null si no está, o si SIRCIP no lo alcanza.",
    },
    example: "C",
  }),
  digit: field(z.int().nullable(), {
    says: {
      en: "The padrón's digit for the province of delivery.",
      es: "El dígito del padrón para la provincia de entrega.",
    },
    example: 2,
  }),
  crc: field(z.int().nullable(), {
    says: { en: "The padrón's CRC of that month.", es: "El CRC del padrón de ese mes." },
    example: 34,
  }),
};

const linesWords = {
  says: {
    en: "Lines of the monthly return, each of which may be a tribute of the voucher.",
    es: "Líneas de la declaración mensual; cada una puede ser un tributo del comprobante.",
  },
};

export const shownPerceptions = field(
  part("Perceptions", { ...common, lines: field(z.array(part("PerceptionLine", line)), linesWords) }).nullable(),
  {
    says: {
      en: "Perceptions that this service computed when the voucher's content was recorded; null where nobody asked. `lines` is empty where none was due.",
      es: "Percepciones que calculó este servicio al registrar el comprobante; null si nadie las pidió. `lines` está vacío si no correspondía ninguna.",
    },
    label: "Percepciones",
  },
);

const why = field(z.string(), {
  says: { en: "Why the line is there, in words.", es: "Por qué está la línea, en palabras." },
  example: "letter C of the padrón of 12/2026 is 0.05 %; its digit for Catamarca is 2",
});

/** Perceptions in a preview, with the reasons. */
export const previewedPerceptions = field(
  part("PreviewedPerceptions", {
    ...common,
    lines: field(z.array(part("PreviewedPerceptionLine", { ...line, why })), linesWords),
  }).nullable(),
  {
    says: {
      en: "Perceptions that would be added, and why; null where nobody asks.",
      es: "Percepciones que se agregarían, y por qué; null si nadie las pide.",
    },
  },
);

const said: Record<"onCreditNote" | "ofCreditNotes" | "withPeriod" | "noDelivery", LocalizedText> = {
  onCreditNote: {
    en: "must be original on a credit note: today's padrón is not that of the voucher that it modifies",
    es: "En una nota de crédito tiene que ser original: el padrón de hoy no es el del comprobante que modifica.",
    app: "Una nota de crédito lleva las percepciones del comprobante que modifica.",
  },
  ofCreditNotes: {
    en: "is original on credit notes only: here it is sircip",
    es: "original es solamente para notas de crédito: acá va sircip.",
    app: "Es solamente para notas de crédito.",
  },
  withPeriod: {
    en: "must be left out with associatedPeriod: perceptions are of one voucher",
    es: "Dejalo vacío: con un período asociado no hay percepciones, que son de un comprobante.",
  },
  noDelivery: {
    en: "is required: the province of delivery decides about perceptions, and the receiver has none",
    es: "Falta la provincia de entrega: de ella dependen las percepciones y el receptor no tiene provincia.",
  },
};

/** Conditions of perceptions on other fields of an unchecked body. */
export function findPerceptionFaults(body: UncheckedObject): FieldFault[] {
  const { perceptions, voucherType, associatedPeriod, deliveryStateId: delivery, customer } = body;
  if (perceptions !== "sircip" && perceptions !== "original") return [];
  const field = "perceptions";
  const kind = typeof voucherType === "number" ? findVoucherType(voucherType)?.kind : undefined;
  if (perceptions === "sircip" && kind === "creditNote") return [{ field, message: said.onCreditNote }];
  if (perceptions === "original" && kind && kind !== "creditNote") return [{ field, message: said.ofCreditNotes }];
  if (associatedPeriod !== undefined && associatedPeriod !== null) return [{ field, message: said.withPeriod }];
  const { stateId } = Object(customer) as UncheckedObject;
  const hasDelivery = delivery !== undefined && delivery !== null;
  if (perceptions === "original" || hasDelivery || (typeof stateId === "number" && isStateId(stateId))) return [];
  return [{ field: "deliveryStateId", message: said.noDelivery }];
}
