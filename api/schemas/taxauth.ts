import { z } from "@hono/zod-openapi";
import { authorityProblemKinds } from "../../shared/domain/authority-problem.js";
import { suggestion } from "./delegation.js";
import { field, like, part } from "./field.js";
import { shownActivities } from "./further-data.js";
import { docType } from "./voucher-parts.js";

export const registryPerson = part("RegistryPerson", {
  docType: like(docType, z.int().nullable()),
  docNumber: field(z.number(), {
    says: { en: "A number: convert it to a string for an issuance.", es: "Un número: para emitir, pasalo a texto." },
    example: 30_712_345_671,
  }),
  name: field(z.string().nullable(), {
    says: { en: "Name or company name.", es: "Nombre o razón social." },
    example: "Librería del Sur S.R.L.",
  }),
  personType: field(z.enum(["natural", "legal"]).nullable(), {
    says: { en: "Natural or legal person.", es: "Persona humana o jurídica." },
    example: "legal",
  }),
  taxCondition: field(z.int().nullable(), {
    says: {
      en: "Usable as customer.taxType; null when unknown.",
      es: "Sirve como customer.taxType; null si no se sabe.",
    },
    example: 1,
  }),
  stateId: field(z.int().nullable(), {
    says: { en: "Usable as customer.stateId.", es: "Sirve como customer.stateId." },
    example: 0,
  }),
  address: field(z.string().nullable(), {
    says: { en: "As the registry has it.", es: "Como está en el padrón." },
    example: "San Martín 850, Mendoza",
  }),
  status: field(z.enum(["ACTIVE", "INACTIVE"]).nullable(), {
    says: { en: "Whether the tax id is active.", es: "Si el CUIT está activo." },
    example: "ACTIVE",
  }),
  activities: field(
    z.array(
      z.object({
        id: shownActivities.element.shape.id,
        description: field(z.string(), {
          says: { en: "In the registry's words.", es: "En las palabras del padrón." },
          example: "VENTA AL POR MENOR DE LIBROS",
        }),
      }),
    ),
    { says: { en: "The registered activities.", es: "Las actividades registradas." } },
  ),
  partial: field(z.literal(true).optional(), {
    says: {
      en: "Only while a registry that was needed does not answer: what it would add is null.",
      es: "Solamente mientras no responde un padrón que hacía falta: lo que agregaría es null.",
    },
  }),
});

export const creditInvoiceDuty = z.object({
  required: field(z.boolean(), {
    says: {
      en: "Whether this receiver must get credit invoices.",
      es: "Si a este receptor hay que hacerle facturas de crédito.",
    },
    example: true,
  }),
  minimumAmount: field(
    z
      .string()
      .regex(/^\d+\.\d\d$/)
      .nullable(),
    {
      says: {
        en: "From which total in pesos on; null when none is required, or when the authority does not say.",
        es: "Desde qué total en pesos; null si no hacen falta, o si ARCA no lo dice.",
      },
      example: "5549862.00",
    },
  ),
});

const check = part("Check", {
  ok: field(z.boolean(), { says: { en: "Whether the test passed.", es: "Si la prueba salió bien." }, example: true }),
  ms: field(z.int(), {
    says: { en: "Duration of the test in milliseconds.", es: "Cuánto tardó la prueba, en milisegundos." },
    example: 120,
  }),
  problem: field(z.enum(authorityProblemKinds).optional(), {
    says: { en: "What is wrong, of a test that failed.", es: "Qué está mal, de una prueba que falló." },
    example: "pointOfSale",
  }),
  suggestion,
});

export const authorityChecks = z.object({
  connection: field(check, { says: { en: "Whether the authority answers.", es: "Si ARCA responde." } }),
  authentication: field(check, {
    says: { en: "Whether the authority accepts the certificate.", es: "Si ARCA acepta el certificado." },
  }),
  issuance: field(check, {
    says: {
      en: "Whether the company can use the issuing service.",
      es: "Si la empresa puede usar el servicio de emisión.",
    },
  }),
  registry: field(check, { says: { en: "Whether the registries answer.", es: "Si los padrones responden." } }),
  fce: field(check.optional(), {
    says: {
      en: "Whether the registry of credit invoices answers; only for a company that issues them.",
      es: "Si responde el registro de facturas de crédito; solamente para una empresa que las emite.",
    },
  }),
});

export const codeRow = z.object({
  id: field(z.union([z.int(), z.string()]), {
    says: {
      en: "The authority's code: a string for currencies, otherwise a number.",
      es: "El código de ARCA: un texto en las monedas, en lo demás un número.",
    },
    example: 6,
  }),
  description: field(z.string(), {
    says: { en: "The authority's description.", es: "La descripción de ARCA." },
    example: "Factura B",
  }),
});

export const quotation = z.object({
  currency: field(z.string(), { says: { en: "Currency (MonId).", es: "Moneda (MonId)." }, example: "DOL" }),
  quotation: field(z.number(), { says: { en: "Pesos per unit.", es: "Pesos por unidad." }, example: 1_050.5 }),
  date: field(z.string().regex(/^\d{8}$/), {
    says: { en: "The day of the quotation, YYYYMMDD.", es: "El día de la cotización, AAAAMMDD." },
    example: "20261120",
  }),
});
