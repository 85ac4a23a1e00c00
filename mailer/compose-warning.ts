import type { DueWarning } from "../shared/db/company/warnings.js";
import { printDate, printDecimal } from "../shared/domain/formats.js";
import type { WarningFacts } from "../shared/domain/warnings.js";
import { fiscalDataLines } from "./fiscal-data-lines.js";
import type { MailWords } from "./localized-text.js";
import { automatic, type Message, messageIdOf, oneLine, paragraphs } from "./message.js";
import { reportWords } from "./report-words.js";
import type { Fill } from "./template.js";

/** Sender of the warnings, and where people reach the application; undefined: that is not told. */
interface WarningSender {
  from: string;
  appUrl: string | undefined;
}

/** The message that warns a company, in Spanish. The same warning always gives the same Message-ID. */
export function composeWarning(fill: Fill, { from, appUrl }: WarningSender, warning: DueWarning): Message {
  const { id, companyCode, companyName, email, facts } = warning;
  const company = oneLine(companyName);
  const {
    title,
    what,
    details = null,
    advice,
  } = wordsOf(facts, appUrl && `${appUrl}/app/${companyCode}/production/plan`);
  return {
    from,
    to: { name: company, address: email },
    subject: `${title}: ${company}`,
    messageId: messageIdOf(`warning-${companyCode}-${id}`, from),
    text: paragraphs([
      title,
      what,
      details,
      advice,
      `${company} recibe este aviso automático en la dirección de su cuenta.`,
    ]),
    html: fill({ title, what, details: { block: "quote", text: details }, advice, company, rule: ruleOf(facts) }),
    headers: automatic,
    attachments: [],
  };
}

/** Colour of the rule above: a renewal warns of nothing, and looks like a voucher's mail. */
const ruleOf = ({ kind }: WarningFacts) => (kind === "renewed" ? "#1a1a1a" : "#b45309");

/** @param planUrl the page on which the plan is paid; undefined: none can be named */
function wordsOf(facts: WarningFacts, planUrl: string | undefined): MailWords {
  switch (facts.kind) {
    case "quota": {
      const [used, granted] = [facts.used, facts.granted].map((count) => printDecimal(String(count)));
      return {
        title: "Queda poco de su cupo mensual de comprobantes",
        what: `Se emitieron ${used} de los ${granted} comprobantes del período, que se renueva el ${printDate(facts.periodEnd)}.`,
        advice:
          "Cuando el cupo se agote no se podrá emitir ningún comprobante hasta la renovación. Si va a necesitar más, amplíe su plan o agregue comprobantes a este período.",
      };
    }
    case "certificate": {
      const environment = facts.production ? "producción" : "homologación";
      return {
        title: `Su certificado fiscal vence ${inDays(facts.daysLeft)}`,
        what: `El certificado «${oneLine(facts.alias)}», de ${environment}, vence el ${printDate(facts.expires)}.`,
        advice: `Desde entonces no se podrá emitir ningún comprobante de ${environment}. Pida un certificado nuevo, hágalo firmar en el portal de ARCA e instálelo antes de esa fecha.`,
      };
    }
    case "apikey": {
      const environment = facts.production ? "producción" : "homologación";
      return {
        title: `Una clave de API vence ${inDays(facts.daysLeft)}`,
        what: `La clave «${oneLine(facts.name)}» (${facts.prefix}…), de ${environment}, vence el ${printDate(facts.expires)}.`,
        advice:
          "Desde entonces el servicio rechazará los pedidos que la usen. Cree otra clave y póngala en su sistema antes de esa fecha.",
      };
    }
    case "subscription":
      return {
        title: `Su suscripción vence ${inDays(facts.daysLeft)}`,
        what: `El último día de su suscripción es el ${printDate(facts.until)}.`,
        ...(planUrl !== undefined && { details: planUrl }),
        advice: `Después no se podrá emitir ni cambiar la configuración hasta que la renueve; los comprobantes ya emitidos se podrán seguir consultando. ${
          planUrl === undefined ? "Para renovarla, hable con quien opera el servicio." : "Se renueva en esa página."
        }`,
      };
    case "planchange":
      return {
        title: `Su plan cambia el ${printDate(facts.from)}`,
        what: `Desde ese día se renueva por el plan «${oneLine(facts.name)}»: $ ${printDecimal(facts.price, 2)} por ${facts.months === 1 ? "un mes" : `${facts.months} meses`}, final.`,
        ...(planUrl !== undefined && { details: planUrl }),
        advice:
          "Lo que ya está pago no cambia, y el cupo nuevo vale desde la primera renovación. Si prefiere otro plan, hable con quien opera el servicio.",
      };
    case "renewed":
      return {
        title: "Su suscripción quedó renovada",
        what: `Recibimos un pago de $ ${printDecimal(facts.amount, 2)}. Está paga del ${printDate(facts.from)} al ${printDate(facts.until)}.`,
        advice: "No hace falta hacer nada más: ya se puede emitir.",
      };
    case "fiscaldata":
      return {
        title: "Se cambiaron sus datos fiscales desde homologación",
        what: "Una clave de homologación cambió datos que también usa producción: los próximos comprobantes y sus PDF los llevan.",
        details: fiscalDataLines(facts),
        advice:
          "Si no fue un cambio suyo, corríjalo con PATCH /fiscal-data o por su proveedor, y revoque esa clave. El registro de auditoría tiene todos los cambios.",
      };
    case "report":
      return reportWords(facts);
    case "webhook": {
      const environment = facts.production ? "producción" : "homologación";
      const why =
        facts.reason === "gone"
          ? "Respondió que ya no quiere recibir avisos (410)."
          : "Ningún envío tuvo éxito durante cinco días.";
      return {
        title: "Se desactivó un webhook",
        what: `El webhook de ${environment} a esta dirección se desactivó. ${why}`,
        // Without its query, which may hold a secret.
        details: oneLine(facts.url.replace(/[?#].*$/, "")),
        advice:
          "Mientras esté desactivado no se le avisa nada, y lo que ocurra en ese tiempo no se envía después. Corrija el destino y actívelo con PATCH /webhooks.",
      };
    }
  }
}

function inDays(days: number): string {
  if (days === 0) return "hoy";
  return days === 1 ? "mañana" : `en ${days} días`;
}
