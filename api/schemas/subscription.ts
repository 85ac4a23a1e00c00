import { z } from "@hono/zod-openapi";
import { shownStates } from "../../shared/domain/payments/payment-state.js";
import { field, part } from "./field.js";
import { instant } from "./shown.js";

const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

const pesos = (says: { en: string; es: string }) =>
  field(z.string().regex(/^\d+\.\d{2}$/), { says, example: "15000.00" });

const voucher = z.object({
  id: field(z.int(), { says: { en: "The voucher's id.", es: "El id del comprobante." }, example: 31 }),
  posNumber: field(z.int(), { says: { en: "Its point of sale.", es: "Su punto de venta." }, example: 1 }),
  voucherType: field(z.int(), { says: { en: "Its type (CbteTipo).", es: "Su tipo (CbteTipo)." }, example: 1 }),
  voucherNumber: field(z.int(), { says: { en: "Its number.", es: "Su número." }, example: 7 }),
});

/** Source: api/README.md, "The plan and its payment". */
export const payment = part("Payment", {
  id: field(z.int(), { says: { en: "The payment's id.", es: "El id del pago." }, example: 7 }),
  kind: field(z.enum(["renewal", "extra"]), {
    says: { en: "What it pays for: time, or more vouchers.", es: "Qué paga: tiempo, o más comprobantes." },
    example: "renewal",
  }),
  amount: pesos({ en: "What was paid, or asked for, in pesos.", es: "Lo que se pagó, o se pidió, en pesos." }),
  state: field(z.enum(shownStates), {
    says: {
      en: "open: asked for and not paid yet; pending: the provider waits; approved; rejected: another may follow; expired: nothing came in time, what comes later counts; review: the operator looks at it; refunded; charged_back; closed.",
      es: "open: se pidió y todavía no se pagó; pending: el medio de pago espera; approved; rejected: puede seguir otro; expired: no llegó a tiempo, y lo que llegue después vale; review: lo mira quien opera el servicio; refunded; charged_back; closed.",
    },
    example: "approved",
  }),
  reference: field(z.string(), {
    says: {
      en: "What ties it to the payment at the provider, or to the transfer.",
      es: "Lo que lo une con el pago en el medio de pago, o con la transferencia.",
    },
    example: "tal-0f8fad5bd9cb469fa16570867728950e",
  }),
  created: field(instant, {
    says: { en: "When it was asked for, or first seen.", es: "Cuándo se pidió, o se vio por primera vez." },
    example: "2026-11-21T14:03:11.120Z",
  }),
  settled: field(instant.nullable(), {
    says: { en: "When it got its state; null while open.", es: "Cuándo llegó a su estado; null si está abierto." },
    example: "2026-11-21T14:05:40.000Z",
  }),
  voucher: field(voucher.nullable(), {
    says: {
      en: "The voucher that the operator's own company issued for it; null without one. It came by mail.",
      es: "El comprobante que emitió por él la empresa de quien opera el servicio; null si no hay. Llegó por correo.",
    },
  }),
});

const plan = z.object({
  code: field(z.string(), { says: { en: "The plan's code.", es: "El código del plan." }, example: "base" }),
  name: field(z.string(), { says: { en: "The plan's name.", es: "El nombre del plan." }, example: "Base" }),
  monthly: field(z.int(), { says: { en: "Vouchers a month.", es: "Comprobantes por mes." }, example: 500 }),
  price: pesos({ en: "What a renewal costs, final, in pesos.", es: "Lo que cuesta renovar, final, en pesos." }),
  months: field(z.int(), {
    says: { en: "Months that a renewal pays.", es: "Los meses que paga una renovación." },
    example: 1,
  }),
});

export const subscription = part("Subscription", {
  plan: field(plan.nullable(), {
    says: {
      en: "Null: there is none that can be paid here; the operator says how to renew.",
      es: "null: no hay uno que se pueda pagar acá; quien opera el servicio dice cómo renovar.",
    },
  }),
  active: field(z.boolean(), {
    says: { en: "Whether the company may issue and configure.", es: "Si la empresa puede emitir y configurar." },
    example: true,
  }),
  until: field(date, { says: { en: "The last day that is paid.", es: "El último día pago." }, example: "2026-12-21" }),
  payments: field(z.array(payment), { says: { en: "The 50 newest.", es: "Los 50 más nuevos." } }),
});
