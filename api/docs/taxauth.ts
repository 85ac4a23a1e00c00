import { z } from "@hono/zod-openapi";
import { authorityProblemKinds } from "../../shared/domain/authority-problem.js";
import { list, success } from "../schemas/answers.js";
import { delegation, suggestion } from "../schemas/delegation.js";
import { field, like, part } from "../schemas/field.js";
import { shownActivities } from "../schemas/further-data.js";
import { notice } from "../schemas/notice.js";
import { docType } from "../schemas/voucher-parts.js";
import { tableNames } from "../taxauth/code-tables.js";
import { describe } from "./describe.js";

const inPath = (name: string, value: z.ZodType, description: string, example: string) =>
  z.object({ [name]: value.openapi({ param: { name, in: "path" }, description, example }) });

const person = part("RegistryPerson", {
  docType: like(docType, z.int().nullable()),
  docNumber: field(z.number(), {
    says: "A number: convert it to a string for an issuance.",
    example: 30_712_345_671,
  }),
  name: field(z.string().nullable(), { says: "Name or company name.", example: "Librería del Sur S.R.L." }),
  personType: field(z.enum(["natural", "legal"]).nullable(), { says: "Natural or legal person.", example: "legal" }),
  taxCondition: field(z.int().nullable(), { says: "Usable as customer.taxType; null when unknown.", example: 1 }),
  stateId: field(z.int().nullable(), { says: "Usable as customer.stateId.", example: 0 }),
  address: field(z.string().nullable(), { says: "As the registry has it.", example: "San Martín 850, Mendoza" }),
  status: field(z.enum(["ACTIVE", "INACTIVE"]).nullable(), {
    says: "Whether the tax id is active.",
    example: "ACTIVE",
  }),
  activities: field(
    z.array(
      z.object({
        id: shownActivities.element.shape.id,
        description: field(z.string(), { says: "In the registry's words.", example: "VENTA AL POR MENOR DE LIBROS" }),
      }),
    ),
    { says: "The registered activities." },
  ),
  partial: field(z.literal(true).optional(), {
    says: "Only while a registry that was needed does not answer: what it would add is null.",
  }),
});

const obligation = z.object({
  required: field(z.boolean(), { says: "Whether this receiver must get credit invoices.", example: true }),
  minimumAmount: field(
    z
      .string()
      .regex(/^\d+\.\d\d$/)
      .nullable(),
    {
      says: "From which total in pesos on; null when none is required, or when the authority does not say.",
      example: "5549862.00",
    },
  ),
});

const check = part("Check", {
  ok: field(z.boolean(), { says: "Whether the test passed.", example: true }),
  ms: field(z.int(), { says: "Duration of the test in milliseconds.", example: 120 }),
  problem: field(z.enum(authorityProblemKinds).optional(), {
    says: { en: "What is wrong, of a test that failed.", es: "Qué está mal, de una prueba que falló." },
    example: "pointOfSale",
  }),
  suggestion,
});

const checks = z.object({
  connection: field(check, { says: "Whether the authority answers." }),
  authentication: field(check, { says: "Whether the authority accepts the certificate." }),
  issuance: field(check, { says: "Whether the company can use the issuing service." }),
  registry: field(check, { says: "Whether the registries answer." }),
  fce: field(check.optional(), {
    says: "Whether the registry of credit invoices answers; only for a company that issues them.",
  }),
});

const row = z.object({
  id: field(z.union([z.int(), z.string()]), {
    says: "The authority's code: a string for currencies, otherwise a number.",
    example: 6,
  }),
  description: field(z.string(), { says: "The authority's description.", example: "Factura B" }),
});

const quotation = z.object({
  currency: field(z.string(), { says: "Currency (MonId).", example: "DOL" }),
  quotation: field(z.number(), { says: "Pesos per unit.", example: 1_050.5 }),
  date: field(z.string().regex(/^\d{8}$/), { says: "The day of the quotation, YYYYMMDD.", example: "20261120" }),
});

/** The operations under `/taxauth`, as the OpenAPI document describes them. */
export const taxauthDocs = [
  describe({
    method: "get",
    path: "/taxauth/padron/{cuit}",
    tag: "Tax authority",
    summary: "Look a tax id up in the registry",
    description:
      "404 only when every registry that was asked does not know the tax id. When one does not answer or is not delegated: 502 that names it, or, when the tax condition is known, the person with `partial`.",
    params: inPath("cuit", z.string().regex(/^\d{11}$/), "11 digits.", "30712345671"),
    answers: { 200: { description: "The registry's data about the tax id.", schema: success(person) } },
    failures: [404, 502],
  }),
  describe({
    method: "get",
    path: "/taxauth/fce/{cuit}",
    tag: "Tax authority",
    summary: "Must this receiver get credit invoices?",
    description:
      "Asks the authority's registry of credit invoices (FCE MiPyME) about one receiver and one day. An answer is kept for an hour.",
    params: inPath("cuit", z.string().regex(/^\d{11}$/), "11 digits.", "30500010912"),
    query: z.object({
      date: z
        .string()
        .regex(/^\d{8}$/)
        .optional()
        .openapi({ description: "The voucher's date, YYYYMMDD; without it today in Argentina." }),
    }),
    answers: {
      200: { description: "What the receiver must get.", schema: success(obligation) },
    },
    failures: [502],
  }),
  describe({
    method: "get",
    path: "/taxauth/status",
    tag: "Tax authority",
    summary: "Test connection, authentication, issuance and registry",
    description:
      "Each is tested separately. A failed test has a suggestion what to do. A company with credit invoices has a fifth test, `fce`.",
    answers: {
      200: {
        description: "The tests.",
        schema: success(checks),
      },
    },
    failures: [],
  }),
  describe({
    method: "get",
    path: "/taxauth/delegation",
    tag: "Tax authority",
    summary: "May the certificate act for the company?",
    description:
      "For each of the authority's services, by the newest access ticket: a ticket lists the companies for which its certificate may act. When the company lacks in it, a new one is asked for as soon as the authority gives one.",
    answers: {
      200: {
        description: "Whose certificate acts for the company, and for which services.",
        schema: success(delegation),
      },
    },
    failures: [],
  }),
  describe({
    method: "get",
    path: "/taxauth/notices",
    tag: "Tax authority",
    summary: "What the authority announces",
    description:
      "The authority puts announcements into its answers: maintenance, changes by law. They are kept, each text once, the latest heard first; the newest 200. They are no errors, and change nothing of a voucher.",
    answers: { 200: { description: "The announcements.", schema: list(notice) } },
    failures: [],
  }),
  describe({
    method: "get",
    path: "/taxauth/tables/{name}",
    tag: "Tax authority",
    summary: "A code table",
    description: "The authority's codes with their names. Without its answer within 5 seconds, a copy of ours.",
    params: inPath("name", z.enum(tableNames), "The table's name.", "vat-rates"),
    answers: {
      200: {
        description: "The rows.",
        schema: list(row),
      },
    },
    failures: [404],
  }),
  describe({
    method: "get",
    path: "/taxauth/quotation/{currency}",
    tag: "Tax authority",
    summary: "The authority's quotation of a currency",
    description: "Of a day, or the latest one without `date`. 404 when there is none.",
    params: inPath("currency", z.string().regex(/^[A-Za-z0-9]{3}$/), "The currency's code.", "DOL"),
    query: z.object({
      date: z
        .string()
        .regex(/^\d{8}$/)
        .optional()
        .openapi({ description: "YYYYMMDD; without it the latest quotation." }),
    }),
    answers: {
      200: {
        description: "The quotation and its day.",
        schema: success(quotation),
      },
    },
    failures: [404, 502],
  }),
];
