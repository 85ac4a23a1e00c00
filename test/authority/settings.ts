import { z } from "zod";
import { lagSchema, restatementSchema, unknownElementSchema } from "./drift.js";

const cuit = z.coerce.string().regex(/^\d{11}$/);

/** A number alone is a point of sale of web-service type, in use. */
const pointOfSaleSchema = z.union([
  z.int(),
  z.strictObject({
    number: z.int(),
    /** EmisionTipo; by default what the issuer's condition makes it. */
    type: z.string().optional(),
    blocked: z.boolean().optional(),
    /** FchBaja, yyyymmdd. */
    closedOn: z
      .string()
      .regex(/^\d{8}$/)
      .optional(),
  }),
]);

export type PointOfSale = z.infer<typeof pointOfSaleSchema>;

export const settingsSchema = z.strictObject({
  /** Time every SOAP call takes, half of it before its effect and half after. */
  latencyMs: z.union([
    z.number().nonnegative(),
    z.strictObject({ p50: z.number().positive(), p99: z.number().positive() }),
  ]),
  /** Rule 10051: the manual's letter; expected VAT rounded to cents first; not checked. Source: issuer/authority/README.md, section 4.3. */
  vatCheck: z.enum(["strict", "cents-first", "off"]),
  /** Total from which B and C vouchers must name their receiver, in pesos. */
  identificationThreshold: z.string().regex(/^\d+(\.\d+)?$/),
  /** A missing receiver condition is refused (10246) or only observed (10245). */
  receiverCondition: z.enum(["required", "observed"]),
  /** How long after a ticket another one is refused with coe.alreadyAuthenticated; 0 = never. */
  alreadyAuthenticatedSeconds: z.number().nonnegative(),
  ticketSeconds: z.number().int().positive(),
  /** Whose certificates are trusted: anybody's whose signature verifies, or only those signed by the simulator's CA. */
  trust: z.enum(["any", "own"]),
  /** Certificates refused with coe.notAuthorized, by CUIT and service; "*" is every service. */
  notAuthorized: z.array(z.strictObject({ cuit, service: z.string().default("*") })),
  /** CUITs that a certificate may represent besides its own. */
  relations: z.array(z.strictObject({ certificate: cuit, represents: cuit })),
  /** Whether issuers that the registry knows are held to the letters of their condition (10000). */
  issuerLetters: z.enum(["checked", "free"]),
  /** Issuers refused with 10000. */
  refusedCuits: z.array(cuit),
  /** Registered points of sale by CUIT; a CUIT that is not listed may use any number. */
  pointsOfSale: z.record(z.string(), z.array(pointOfSaleSchema)),
  /** How long a granted voucher stays invisible to FECompConsultar; `{pos, ms}` for one point of sale alone. */
  visibilityLagMs: lagSchema,
  /** How long FECompUltimoAutorizado does not count it, likewise; the next number (10016) is judged without any lag. */
  counterLagMs: lagSchema,
  /** FECompConsultar answers with these fields restated, or without them; what was granted stays as it is. */
  restated: z.array(restatementSchema),
  /** FECompConsultar answers with these elements besides, which nobody declared. */
  unknownElements: z.array(unknownElementSchema),
  /** Added to the simulator's clock. */
  clockOffsetMs: z.number(),
  quotations: z.record(z.string(), z.string()),
  /**
   * Added to the Observaciones of vouchers, by issuer, type, number or receiver: they refuse the
   * voucher, or are only told with `observation`.
   */
  findings: z.array(
    z.strictObject({
      code: z.int(),
      msg: z.string().default(""),
      observation: z.boolean().default(false),
      cuit: cuit.optional(),
      type: z.int().optional(),
      number: z.int().optional(),
      docNumber: z.string().optional(),
    }),
  ),
  /** Sent as Events in every WSFEv1 answer. */
  events: z.array(z.strictObject({ code: z.number().int(), msg: z.string() })),
});

export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = {
  latencyMs: 0,
  vatCheck: "strict",
  identificationThreshold: "10000000",
  receiverCondition: "required",
  alreadyAuthenticatedSeconds: 0,
  ticketSeconds: 43_200,
  trust: "any",
  notAuthorized: [],
  relations: [],
  issuerLetters: "checked",
  refusedCuits: [],
  pointsOfSale: {},
  visibilityLagMs: 0,
  counterLagMs: 0,
  restated: [],
  unknownElements: [],
  clockOffsetMs: 0,
  quotations: { DOL: "1155.114", "060": "1183.4728", "012": "213.05", "021": "1561.2", "011": "28.93" },
  findings: [],
  events: [],
};
