import { z } from "@hono/zod-openapi";
import { list, success } from "../schemas/answers.js";
import { delegation } from "../schemas/delegation.js";
import { notice } from "../schemas/notice.js";
import { tableNames } from "../taxauth/code-tables.js";
import { describe } from "./describe.js";

const inPath = (name: string, value: z.ZodType, description: string, example: string) =>
  z.object({ [name]: value.openapi({ param: { name, in: "path" }, description, example }) });

const person = z
  .object({
    docType: z.int().nullable(),
    docNumber: z.number().openapi({ description: "A number: convert it to a string for an issuance." }),
    name: z.string().nullable(),
    personType: z.enum(["natural", "legal"]).nullable(),
    taxCondition: z.int().nullable().openapi({ description: "Usable as customer.taxType; null when unknown." }),
    stateId: z.int().nullable().openapi({ description: "Usable as customer.stateId." }),
    address: z.string().nullable(),
    status: z.enum(["ACTIVE", "INACTIVE"]).nullable(),
    activities: z.array(z.object({ id: z.int(), description: z.string() })),
    partial: z
      .literal(true)
      .optional()
      .openapi({ description: "Only while a registry that was needed does not answer: what it would add is null." }),
  })
  .openapi("RegistryPerson");

const obligation = z.object({
  required: z.boolean().openapi({ description: "Whether this receiver must get credit invoices.", example: true }),
  minimumAmount: z
    .string()
    .regex(/^\d+\.\d\d$/)
    .nullable()
    .openapi({
      description: "From which total in pesos on; null when none is required, or when the authority does not say.",
      example: "5549862.00",
    }),
});

const check = z.object({ ok: z.boolean(), ms: z.int(), suggestion: z.string().optional() });

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
        schema: success(
          z.object({
            connection: check,
            authentication: check,
            issuance: check,
            registry: check,
            fce: check.optional(),
          }),
        ),
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
        schema: list(z.object({ id: z.union([z.int(), z.string()]), description: z.string() })),
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
        schema: success(z.object({ currency: z.string(), quotation: z.number(), date: z.string().regex(/^\d{8}$/) })),
      },
    },
    failures: [404, 502],
  }),
];
