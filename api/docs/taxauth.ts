import { z } from "@hono/zod-openapi";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { list, success } from "../schemas/answers.js";
import { delegation } from "../schemas/delegation.js";
import { field } from "../schemas/field.js";
import { notice } from "../schemas/notice.js";
import { asText } from "../schemas/says.js";
import { authorityChecks, codeRow, creditInvoiceDuty, quotation, registryPerson } from "../schemas/taxauth.js";
import { tableNames } from "../taxauth/code-tables.js";
import { answer, describeIn } from "./describe.js";

const describe = describeIn("Tax authority");
const day = z.string().regex(/^\d{8}$/);
const inPath = (name: string, value: z.ZodType, description: LocalizedText, example: string) =>
  z.object({ [name]: value.openapi({ param: { name, in: "path" }, description: asText(description), example }) });

/** The operations under `/taxauth`, as the OpenAPI document describes them. */
export const taxauthDocs = [
  describe("GET /taxauth/padron/{cuit}", "getTaxpayer", {
    summary: { en: "Look a tax id up in the registry", es: "Buscar un CUIT en el padrón" },
    description: {
      en: "404 only when every registry that was asked does not know the tax id. When one does not answer or is not delegated: 502 that names it, or, when the tax condition is known, the person with `partial`.",
      es: "404 solamente cuando ninguno de los padrones consultados conoce el CUIT. Si uno no responde o no está delegado: 502 que lo nombra o, si se sabe la condición de IVA, la persona con `partial`.",
    },
    params: inPath("cuit", z.string().regex(/^\d{11}$/), { en: "11 digits.", es: "11 dígitos." }, "30712345671"),
    answers: answer(200, success(registryPerson), {
      en: "The registry's data about the tax id.",
      es: "Los datos del padrón sobre el CUIT.",
    }),
    failures: [502],
  }),
  describe("GET /taxauth/fce/{cuit}", "getCreditInvoiceDuty", {
    summary: {
      en: "Must this receiver get credit invoices?",
      es: "¿Hay que hacerle facturas de crédito a este receptor?",
    },
    description: {
      en: "Asks the authority's registry of credit invoices (FCE MiPyME) about one receiver and one day. An answer is kept for an hour.",
      es: "Le pregunta al registro de facturas de crédito (FCE MiPyME) de ARCA por un receptor y un día. La respuesta se guarda una hora.",
    },
    params: inPath("cuit", z.string().regex(/^\d{11}$/), { en: "11 digits.", es: "11 dígitos." }, "30500010912"),
    query: z.object({
      date: field(day.optional(), {
        says: {
          en: "The voucher's date, YYYYMMDD; without it today in Argentina.",
          es: "La fecha del comprobante, AAAAMMDD; si no viene, hoy en Argentina.",
        },
      }),
    }),
    answers: answer(200, success(creditInvoiceDuty), {
      en: "What the receiver must get.",
      es: "Lo que le corresponde al receptor.",
    }),
    failures: [502],
    never: [404],
  }),
  describe("GET /taxauth/status", "getTaxauthStatus", {
    summary: {
      en: "Test connection, authentication, issuance and registry",
      es: "Probar la conexión, el ingreso, la emisión y el padrón",
    },
    description: {
      en: "Each is tested separately. A failed test has a suggestion what to do. A company with credit invoices has a fifth test, `fce`.",
      es: "Se prueba cada cosa por separado. Si una falla, se dice qué hacer. Una empresa con facturas de crédito tiene una quinta prueba, `fce`.",
    },
    answers: answer(200, success(authorityChecks), { en: "The tests.", es: "Las pruebas." }),
  }),
  describe("GET /taxauth/delegation", "getDelegation", {
    summary: { en: "May the certificate act for the company?", es: "¿El certificado puede actuar por la empresa?" },
    description: {
      en: "For each of the authority's services, by the newest access ticket: a ticket lists the companies for which its certificate may act. When the company lacks in it, a new one is asked for as soon as the authority gives one.",
      es: "Para cada servicio de ARCA, según el último ticket de acceso: un ticket nombra las empresas por las que su certificado puede actuar. Si la empresa no está, se pide uno nuevo apenas ARCA lo da.",
    },
    answers: answer(200, success(delegation), {
      en: "Whose certificate acts for the company, and for which services.",
      es: "Con qué certificado actúa la empresa, y en qué servicios.",
    }),
  }),
  describe("GET /taxauth/notices", "listNotices", {
    summary: { en: "What the authority announces", es: "Lo que avisa ARCA" },
    description: {
      en: "The authority puts announcements into its answers: maintenance, changes by law. They are kept, each text once, the latest heard first; the newest 200. They are no errors, and change nothing of a voucher.",
      es: "ARCA pone avisos en sus respuestas: mantenimiento, cambios de normas. Se guardan, cada texto una vez, primero el último que llegó; los 200 más nuevos. No son errores, y no cambian nada de un comprobante.",
    },
    answers: answer(200, list(notice), { en: "The announcements.", es: "Los avisos." }),
  }),
  describe("GET /taxauth/tables/{name}", "getTable", {
    summary: { en: "A code table", es: "Una tabla de códigos" },
    description: {
      en: "The authority's codes with their names. Without its answer within 5 seconds, a copy of ours.",
      es: "Los códigos de ARCA con sus nombres. Si no responde en 5 segundos, una copia nuestra.",
    },
    params: inPath("name", z.enum(tableNames), { en: "The table's name.", es: "El nombre de la tabla." }, "vat-rates"),
    answers: answer(200, list(codeRow), { en: "The rows.", es: "Las filas." }),
  }),
  describe("GET /taxauth/quotation/{currency}", "getQuotation", {
    summary: { en: "The authority's quotation of a currency", es: "La cotización de una moneda según ARCA" },
    description: {
      en: "Of a day, or the latest one without `date`. 404 when there is none.",
      es: "La de un día, o la última si no viene `date`. 404 si no hay.",
    },
    params: inPath(
      "currency",
      z.string().regex(/^[A-Za-z0-9]{3}$/),
      { en: "The currency's code.", es: "El código de la moneda." },
      "DOL",
    ),
    query: z.object({
      date: field(day.optional(), {
        says: {
          en: "YYYYMMDD; without it the latest quotation.",
          es: "AAAAMMDD; si no viene, la última cotización.",
        },
      }),
    }),
    answers: answer(200, success(quotation), { en: "The quotation and its day.", es: "La cotización y su día." }),
    failures: [502],
  }),
];
