import { success } from "../schemas/answers.js";
import { contingency, contingencyTurn, retriedReport } from "../schemas/contingency.js";
import { describe } from "./describe.js";
import { idInPath } from "./number-in-path.js";

const tag = "Contingencies";
const standing = { description: { en: "How things stand.", es: "Cómo está todo." }, schema: success(contingency) };

/** The operations about contingencies, as the OpenAPI document describes them. */
export const contingencyDocs = [
  describe({
    method: "get",
    path: "/contingency",
    tag,
    summary: { en: "Whether a contingency lasts", es: "Si hay una contingencia" },
    description: {
      en: "While the authority does not answer, vouchers are issued under a code that was obtained before (CAEA), at the point of sale that stands in (`contingencyPos`), and are reported afterwards.",
      es: "Mientras ARCA no responde, los comprobantes se emiten con un código obtenido antes (CAEA), en el punto de venta que reemplaza (`contingencyPos`), y se informan después.",
    },
    answers: { 200: standing },
    failures: [],
  }),
  describe({
    method: "post",
    path: "/contingency",
    tag,
    summary: { en: "Begin or end a contingency by hand", es: "Empezar o terminar una contingencia a mano" },
    description: {
      en: "One that was begun by hand ends by hand alone. Begins one that lasts already: it is a person's from then on. What is so already changes nothing.",
      es: "La que empezó a mano termina solamente a mano. Empezar una que ya dura la hace de una persona desde entonces. Lo que ya es así no cambia nada.",
    },
    body: contingencyTurn,
    answers: { 200: standing },
    failures: [402],
  }),
  describe({
    method: "post",
    path: "/invoices/{id}/report",
    tag,
    summary: { en: "Report a voucher again", es: "Volver a informar un comprobante" },
    description: {
      en: "Has the report of a voucher under CAEA tried again after the authority refused it and the cause was mended. A report that is not rejected stays as it is.",
      es: "Vuelve a informar un comprobante con CAEA que ARCA rechazó, cuando ya se corrigió la causa. Un informe que no está rechazado queda como está.",
    },
    params: idInPath("id", { en: "The voucher's id.", es: "El id del comprobante." }),
    answers: {
      200: {
        description: { en: "The report as it stands now.", es: "El informe como está ahora." },
        schema: success(retriedReport),
      },
    },
    failures: [402, 404],
  }),
];
