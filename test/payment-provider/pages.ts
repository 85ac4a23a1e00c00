import { html } from "hono/html";
import type { Preference, StandInPayment } from "./stand-in.js";

const frame = (title: string, body: unknown) =>
  String(html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}button{font:inherit;padding:.5rem 1rem;margin:.25rem 0}table{border-collapse:collapse}td,th{padding:.25rem .75rem .25rem 0;text-align:left}</style>
</head>
<body><main><h1>${title}</h1><p>Un simulador del medio de pago: no se cobra nada.</p>${body}</main></body>
</html>`);

const ways = [
  { status: "approved", tell: "once", words: "Pagar" },
  { status: "rejected", tell: "once", words: "Rechazar" },
  { status: "pending", tell: "once", words: "Dejar pendiente" },
  { status: "approved", tell: "twice", words: "Pagar, y avisar dos veces" },
  { status: "approved", tell: "never", words: "Pagar, y no avisar" },
];

/** The page on which a person pays. */
export const checkoutPage = ({ id, items, external_reference }: Preference): string =>
  frame(
    "Pagar",
    html`<p>${items[0]?.title}: $ ${items[0]?.unit_price}. Referencia <code>${external_reference}</code>.</p>
${ways.map(
  ({ status, tell, words }) => html`<form method="post" action="/checkout">
<input type="hidden" name="pref_id" value="${id}"><input type="hidden" name="status" value="${status}"><input type="hidden" name="tell" value="${tell}">
<button>${words}</button></form>`,
)}`,
  );

const laterWays = [
  { status: "approved", words: "Aprobar" },
  { status: "rejected", words: "Rechazar" },
  { status: "refunded", words: "Devolver" },
  { status: "charged_back", words: "Contracargo" },
];

/** The page on which somebody plays the provider: what was paid, and what becomes of it. */
export const paymentsPage = ({ payments }: { payments: StandInPayment[] }): string =>
  frame(
    "Pagos",
    html`<table><tr><th>Pago</th><th>Importe</th><th>Estado</th><th>Después</th></tr>
${payments.map(
  ({ id, transaction_amount, status }) => html`<tr><td>${id}</td><td>${transaction_amount}</td><td>${status}</td><td>
${laterWays.map(
  (way) =>
    html`<form method="post" action="/payments/${id}"><input type="hidden" name="status" value="${way.status}"><button>${way.words}</button></form>`,
)}</td></tr>`,
)}</table>`,
  );
