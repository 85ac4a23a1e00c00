import type { z } from "zod";
import type { FailedMail } from "../../../shared/db/overview/troubles.js";
import { addDays, argentineDay, daysBetween, toFiscalDate } from "../../../shared/domain/calendar.js";
import type { MonotributoStanding } from "../../../shared/domain/monotributo/standing.js";
import type { Quota } from "../../../shared/domain/quota.js";
import { nameOfVoucher } from "../../../shared/domain/spanish.js";
import type { batch } from "../../schemas/batch.js";
import type { certificate } from "../../schemas/certificate.js";
import type { contingency } from "../../schemas/contingency.js";
import type { notice } from "../../schemas/notice.js";
import type { webhook } from "../../schemas/webhook.js";
import type { FiscalData } from "../fiscal-data/fiscal-data.js";
import { counted, fiscalDate, instant } from "../spanish/formats.js";
import { monotributoNeeds } from "./monotributo-needs.js";
import type { Need } from "./need.js";

/** How a company stands in one environment. */
export interface CompanyStatus {
  /** In Argentina, `YYYY-MM-DD`. */
  today: string;
  /** Holder of the certificate that acts for the company. */
  acting: FiscalData["certificate"];
  certificates: z.infer<typeof certificate>[];
  /** Null without a subscription. */
  quota: Quota | null;
  /** The last paid day, `YYYY-MM-DD`. */
  until: string | undefined;
  contingency: z.infer<typeof contingency>;
  webhooks: z.infer<typeof webhook>[];
  /** The newest batches. */
  batches: z.infer<typeof batch>[];
  failedMails: FailedMail[];
  /** Announcements of the authority. None for who is no owner. */
  notices: z.infer<typeof notice>[];
  /** Issuances that the authority left in doubt. */
  doubts: number;
  /** Standing of a monotributista in production; null when it could not be added up. */
  monotributo?: MonotributoStanding | null;
}

const weight = { error: 0, warning: 1, info: 2 };

/** Needs of a company, the gravest first. Nothing when all is well. */
export const needsOf = (standing: CompanyStatus): Need[] =>
  [
    certificateNeed,
    subscriptionNeed,
    quotaNeed,
    rejectedReportsNeed,
    dueReportsNeed,
    doubtsNeed,
    ...[({ monotributo }: CompanyStatus) => monotributoNeeds(monotributo), batchesNeed, mailsNeed],
    ...[webhooksNeed, noticesNeed],
  ]
    .flatMap((find) => find(standing) ?? [])
    .sort((one, other) => weight[one.tone] - weight[other.tone]);

/** Warned of by mail from the same days on. Source: api/README.md, "Limits". */
const certificateDays = 30;
const subscriptionDays = 7;
const reportDays = 3;
/** How long a batch that failed in part stays in sight. */
const batchDays = 7;
/** And an announcement that comes no more. */
const noticeDays = 2;

/** Days that the certificate in use has left; negative once it expired. Undefined without one. */
export function certificateDaysLeft({ certificates, today }: CompanyStatus): number | undefined {
  const active = certificates.find((one) => one.active);
  return active?.expires ? daysBetween(today, argentineDay(Date.parse(active.expires))) : undefined;
}

function certificateNeed(standing: CompanyStatus): Need | undefined {
  const link = { path: "/certificates", words: "Ir a certificados" };
  if (standing.acting.mode === "delegated")
    return standing.acting.cuit === null
      ? {
          tone: "error",
          title: "Falta el certificado de quien opera el servicio",
          text: "La empresa le delegó la emisión, y sin su certificado no se puede emitir. Avisale.",
        }
      : undefined;
  const left = certificateDaysLeft(standing);
  if (left === undefined)
    return {
      tone: "error",
      title: "Falta el certificado",
      text: "Sin un certificado de ARCA instalado no se puede emitir.",
      link,
    };
  if (left < 0)
    return {
      tone: "error",
      title: "El certificado venció",
      text: "ARCA rechaza todo lo que se emita hasta que instales uno nuevo.",
      link,
    };
  if (left > certificateDays) return undefined;
  return {
    tone: "warning",
    title: left === 0 ? "El certificado vence hoy" : `El certificado vence en ${counted(left, "día", "días")}`,
    text: "Pedí el que sigue antes de que venza: mientras tanto se emite con el actual.",
    link,
  };
}

function subscriptionNeed({ until, today }: CompanyStatus): Need | undefined {
  const text = "Lo ya emitido se puede ver y descargar siempre.";
  const link = { path: "/plan", words: "Ver el plan y renovar" };
  if (until === undefined) return { tone: "error", title: "La empresa no tiene suscripción", text, link };
  const left = daysBetween(today, until);
  if (left < 0)
    return {
      tone: "error",
      title: `La suscripción terminó el ${fiscalDate(until)}`,
      text: `No se puede emitir. ${text}`,
      link,
    };
  return left <= subscriptionDays
    ? { tone: "warning", title: `La suscripción termina el ${fiscalDate(until)}`, text, link }
    : undefined;
}

function quotaNeed({ quota }: CompanyStatus): Need | undefined {
  if (!quota || quota.used * 5 < quota.granted * 4) return undefined;
  const renewal = `Se renueva el ${fiscalDate(quota.periodEnd)}.`;
  if (quota.remaining === 0)
    return {
      tone: "error",
      title: "El cupo del mes se terminó",
      text: `No se puede emitir más hasta que se renueve o se amplíe. ${renewal}`,
    };
  return {
    tone: "warning",
    title: `${quota.remaining === 1 ? "Queda" : "Quedan"} ${counted(quota.remaining, "comprobante", "comprobantes")} del cupo`,
    text: `Si no alcanzan, pedí más a quien te presta el servicio. ${renewal}`,
  };
}

const vouchersLink = { path: "/invoices", words: "Ver comprobantes" };

function rejectedReportsNeed({ contingency: { rejected } }: CompanyStatus): Need | undefined {
  if (rejected === 0) return undefined;
  return {
    tone: "error",
    title: `ARCA rechazó el informe de ${counted(rejected, "comprobante", "comprobantes")} con CAEA`,
    text: "Abrí cada uno, mirá qué dijo ARCA, corregí la causa y volvé a informarlo.",
    link: vouchersLink,
  };
}

function dueReportsNeed({ contingency: { unreported, rejected, reportBy }, today }: CompanyStatus): Need | undefined {
  if (unreported === rejected || reportBy === null || toFiscalDate(addDays(today, reportDays)) < reportBy)
    return undefined;
  return {
    tone: "warning",
    title: `Hay que informar ${counted(unreported - rejected, "comprobante", "comprobantes")} con CAEA`,
    text: `El plazo termina el ${fiscalDate(reportBy)}. El servicio los informa solo en cuanto ARCA responde.`,
    link: vouchersLink,
  };
}

function doubtsNeed({ doubts }: CompanyStatus): Need | undefined {
  if (doubts === 0) return undefined;
  return {
    tone: "warning",
    title: `ARCA todavía no confirmó ${counted(doubts, "comprobante", "comprobantes")}`,
    text: "El servicio sigue preguntando. No los emitas de nuevo: podrían quedar duplicados.",
  };
}

function batchesNeed({ batches, today }: CompanyStatus): Need[] {
  const since = addDays(today, -batchDays);
  return batches
    .filter(
      ({ failed, state, created }) => failed > 0 && state !== "cancelled" && argentineDay(Date.parse(created)) >= since,
    )
    .map(({ id, name, failed, total, created }) => ({
      tone: "warning",
      title: `${failed === 1 ? "No se emitió" : "No se emitieron"} ${counted(failed, "comprobante", "comprobantes")} de un lote`,
      text: `${name ?? `Lote ${id}`}, del ${instant(created)}: ${failed} de ${total}.`,
      link: { path: `/batches/${id}`, words: "Ver el lote" },
    }));
}

const noticesNeed = ({ notices, today }: CompanyStatus): Need[] =>
  notices
    .filter(({ lastSeen }) => argentineDay(Date.parse(lastSeen)) >= addDays(today, -noticeDays))
    .map(({ code, message, lastSeen }) => ({
      tone: "info",
      title: "Aviso de ARCA",
      text: `${message} (aviso ${code}, visto por última vez el ${instant(lastSeen)})`,
    }));

const mailsNeed = ({ failedMails }: CompanyStatus): Need[] =>
  failedMails.map(({ voucherId, voucherType, posNumber, voucherNumber, email }) => ({
    tone: "warning",
    title: "No se pudo mandar un correo",
    text: `${nameOfVoucher({ voucherType, posNumber, voucherNumber })} a ${email}. Revisá la dirección y mandalo otra vez.`,
    link: { path: `/invoices/${voucherId}`, words: "Ver el comprobante" },
  }));

const webhooksNeed = ({ webhooks }: CompanyStatus): Need[] =>
  webhooks
    .filter(({ enabled, disabledReason }) => !enabled && disabledReason !== null)
    .map(({ id, url }) => ({
      tone: "warning",
      title: "Un webhook quedó desactivado",
      text: `${url} dejó de responder. Cuando vuelva a andar, activalo de nuevo.`,
      link: { path: `/webhooks/${id}`, words: "Ver el webhook" },
    }));
