import { z } from "@hono/zod-openapi";
import { scopes } from "../../shared/db/company/caller.js";
import { certificateModes } from "../../shared/db/company/companies.js";
import { posAuthorizations } from "../../shared/db/company/points-of-sale.js";
import { accentColorForm } from "../../shared/domain/accent-color.js";
import { fceTransfers } from "../../shared/domain/fce.js";
import { issuerConditions } from "../../shared/domain/issuer-conditions.js";
import { legendPlaces } from "../../shared/domain/legends.js";
import { pdfLayouts } from "../../shared/domain/pdf-form.js";
import { oneOf } from "./one-of.js";

const instant = z.iso.datetime();
const activity = z
  .string()
  .regex(/^\d{6}$/)
  .nullable();

const legends = z.array(
  z.object({
    text: z.string(),
    on: z.enum(legendPlaces),
    from: z
      .string()
      .regex(/^\d{8}$/)
      .nullable(),
  }),
);

export const pointOfSale = z
  .object({
    number: z.int(),
    name: z.string().nullable(),
    printedName: z.string().nullable(),
    address: z.string().nullable(),
    enabled: z.boolean(),
    exclusive: z.boolean(),
    hasLogo: z.boolean(),
    activity,
    saleCondition: z.string().nullable(),
    authorization: z.enum(posAuthorizations),
    contingencyPos: z.int().nullable(),
    layout: z.enum(pdfLayouts),
    legends,
    additionalDataKeys: z.array(z.object({ key: z.string(), label: z.string(), printed: z.boolean() })),
    optionals: z.array(z.object({ id: z.string(), value: z.string() })).nullable(),
    activities: z.array(z.object({ id: z.int() })).nullable(),
    created: instant,
  })
  .openapi("PointOfSale");

export const fiscalData = z
  .object({
    name: z.string(),
    cuit: z.string().regex(/^\d{11}$/),
    taxType: oneOf(issuerConditions),
    address: z.string().nullable(),
    stateId: z.int().nullable(),
    grossIncome: z.string().nullable(),
    activityStart: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .nullable(),
    vatRounding: z.enum(["auto", "authority", "line"]),
    fce: z
      .object({ cbu: z.string().regex(/^\d{22}$/), alias: z.string().nullable(), transfer: z.enum(fceTransfers) })
      .nullable(),
    activityCode: activity,
    certificate: z.object({
      mode: z
        .enum(certificateModes)
        .openapi({ description: "Whose certificate acts for the company: its own, or the operator's (delegated)." }),
      cuit: z
        .string()
        .regex(/^\d{11}$/)
        .nullable()
        .openapi({ description: "The certificate's tax id; null while the operator has none in this environment." }),
    }),
    cbuLegend: z.boolean(),
    consumerComplaints: z.string().nullable(),
    accentColor: z.string().regex(accentColorForm).nullable(),
    footerText: z.string().nullable(),
    withheldA: z.boolean(),
    legends,
  })
  .openapi("FiscalData");

const requestFields = { id: z.int(), alias: z.string(), csr: z.string() };

export const certificateRequested = z.object(requestFields).openapi("CertificateRequested");

export const certificate = z
  .object({
    ...requestFields,
    active: z.boolean().openapi({ description: "Whether this is the certificate in use." }),
    expires: instant.nullable().openapi({ description: "When it expires; null until it is installed." }),
    created: instant,
  })
  .openapi("Certificate");

const keyFields = {
  id: z.int(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(scopes)),
  created: instant,
  expires: instant
    .nullable()
    .openapi({ description: "From then on the key is refused; null: it is valid until it is revoked." }),
};

export const apiKey = z.object({ ...keyFields, revoked: instant.nullable() }).openapi("ApiKey");

export const apiKeyMade = z
  .object({ ...keyFields, secret: z.string().openapi({ description: "The full key, shown only this once." }) })
  .openapi("ApiKeyMade");

export const regeneration = z.object({
  id: z.int(),
  remaining: z.int().min(0).openapi({ description: "How often it can be printed again within 24 hours." }),
});

export const scheduled = z.object({
  id: z.int(),
  emails: z.array(
    z.object({
      email: z.string(),
      name: z.string().nullable(),
      comments: z.string().nullable(),
      pdfVersions: z.array(z.int()),
    }),
  ),
});

export const auditEntry = z
  .object({
    id: z.int(),
    production: z.boolean().nullable().openapi({ description: "Null when the change concerns both environments." }),
    action: z.string().openapi({ example: "pos.create" }),
    resourceId: z.string().nullable(),
    actorType: z.enum(["user", "apikey", "admin", "system"]),
    actorEmail: z.string().nullable(),
    actorApiKeyId: z.int().nullable(),
    actorName: z.string().nullable().openapi({ example: "ana" }),
    before: z.unknown().openapi({ description: "The changed fields before the change, without secrets." }),
    after: z.unknown(),
    created: instant,
  })
  .openapi("AuditEntry");
