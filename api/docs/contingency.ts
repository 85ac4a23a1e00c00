import { success } from "../schemas/answers.js";
import { contingency, contingencyTurn, retriedReport } from "../schemas/contingency.js";
import { answer, describeIn } from "./describe.js";
import { idInPath } from "./number-in-path.js";

const describe = describeIn("Contingencies");
const standing = answer(200, success(contingency), { en: "How things stand.", es: "Cómo está todo." });

/** The operations about contingencies, as the OpenAPI document describes them. */
export const contingencyDocs = [
  describe("GET /contingency", "getContingency", {
    summary: { en: "Whether a contingency lasts", es: "Si hay una contingencia" },
    description: {
      en: "While the authority does not answer, vouchers are issued under a code that was obtained before (CAEA), at the point of sale that stands in (`contingencyPos`), and are reported afterwards.",
      es: "Mientras ARCA no responde, los comprobantes se emiten con un código obtenido antes (CAEA), en el punto de venta que reemplaza (`contingencyPos`), y se informan después.",
    },
    answers: standing,
  }),
  describe("POST /contingency", "turnContingency", {
    summary: { en: "Begin or end a contingency by hand", es: "Empezar o terminar una contingencia a mano" },
    description: {
      en: "One that was begun by hand ends by hand alone. Begins one that lasts already: it is a person's from then on. What is so already changes nothing.",
      es: "La que empezó a mano termina solamente a mano. Empezar una que ya dura la hace de una persona desde entonces. Lo que ya es así no cambia nada.",
    },
    body: contingencyTurn,
    answers: standing,
  }),
  describe("POST /invoices/{id}/report", "reportInvoice", {
    summary: { en: "Report a voucher again", es: "Volver a informar un comprobante" },
    description: {
      en: "Has the report of a voucher under CAEA tried again after the authority refused it and the cause was mended. A report that is not rejected stays as it is.",
      es: "Vuelve a informar un comprobante con CAEA que ARCA rechazó, cuando ya se corrigió la causa. Un informe que no está rechazado queda como está.",
    },
    params: idInPath("id", { en: "The voucher's id.", es: "El id del comprobante." }),
    answers: answer(200, success(retriedReport), {
      en: "The report as it stands now.",
      es: "El informe como está ahora.",
    }),
  }),
];
