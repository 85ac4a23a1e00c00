import { z } from "zod";
import { lagSchema, restatementSchema, unknownElementSchema } from "./drift.js";

const cuit = z.coerce.string().regex(/^\d{11}$/);
const amount = z.string().regex(/^\d+(\.\d+)?$/);
const fiscalDate = z.string().regex(/^\d{8}$/);

/** A number stands for an active point of sale of web-service type. */
const pointOfSaleSchema = z.union([
  z.int(),
  z.strictObject({
    number: z.int(),
    /** EmisionTipo; one that begins with "CAEA" makes it a point of sale for contingencies. The default follows from the issuer's VAT condition. */
    type: z.string().optional(),
    blocked: z.boolean().optional(),
    /** yyyymmdd; by default it always existed. */
    openedOn: z
      .string()
      .regex(/^\d{8}$/)
      .optional(),
    /** FchBaja, yyyymmdd. */
    closedOn: fiscalDate.optional(),
  }),
]);

export type PointOfSale = z.infer<typeof pointOfSaleSchema>;

/**
 * The regime of credit invoices: who has to get them, and who may not issue them. A part that is left out is the default.
 * Source: issuer/authority/README.md, sections 12.1 and 12.5.
 */
const fceSchema = z.strictObject({
  /** Companies that get credit invoices: large ones must, those that opted in may. Nobody else gets any. */
  receivers: z
    .array(
      z.strictObject({
        cuit,
        /** The total in pesos from which this company must get them; by default the regime's `minimum`. */
        minimum: amount.optional(),
        /** The first day, yyyymmdd. */
        from: fiscalDate.optional(),
        /** A small company that takes credit invoices of its own will. */
        optedIn: z.literal(true).optional(),
        /** false: it has no electronic fiscal address. */
        address: z.literal(false).optional(),
      }),
    )
    .default([{ cuit: "30500010912" }, { cuit: "30558515305" }]),
  /** Issuers that differ from the usual one: a registered small company with an address, whose are all CBUs. */
  issuers: z
    .array(
      z.strictObject({
        cuit,
        pyme: z.literal(false).optional(),
        address: z.literal(false).optional(),
        financial: z.literal(true).optional(),
        cbus: z.array(z.string()).optional(),
      }),
    )
    .default([]),
  minimum: amount.default("5549862.00"),
  /** How long the buyer has before silence is acceptance. Without it silence changes nothing. */
  acceptanceDays: z.int().positive().optional(),
});

/** What further data of a voucher is judged by. Source: issuer/authority/README.md, section 17. */
const furtherSchema = z.strictObject({
  /** The active activities of an issuer; without an entry it has the usual one, where the registry has it as active. */
  activities: z.record(z.string(), z.array(z.int())).default({}),
  /** The projects under industrial promotion of an issuer. */
  projects: z.record(z.string(), z.array(z.string())).default({}),
  /** Insurers with surety insurance. Their points of sale for it have the type SEGWS in `pointsOfSale`. */
  insurers: z.array(cuit).default([]),
});

const deliveryNoteSchema = z.strictObject({
  type: z.int(),
  pos: z.int(),
  number: z.int(),
  confirmed: z.literal(false).optional(),
  /** The tax id to which the goods went; by default the voucher's receiver. */
  receiver: cuit.optional(),
  /** Another voucher has it already. */
  associated: z.literal(true).optional(),
});

export const settingsSchema = z.strictObject({
  /** The time of every SOAP call, half of it before its effect and half after. */
  latencyMs: z.union([
    z.number().nonnegative(),
    z.strictObject({ p50: z.number().positive(), p99: z.number().positive() }),
  ]),
  /**
   * Rule 10051: to the letter of the manual, with the expected VAT rounded to cents first, or not checked.
   * Source: issuer/authority/README.md, section 4.3.
   */
  vatCheck: z.enum(["strict", "cents-first", "off"]),
  /** The total in pesos from which class B and C vouchers must name their receiver. */
  identificationThreshold: amount,
  /** A missing receiver condition is refused (10246), or only observed (10245). */
  receiverCondition: z.enum(["required", "observed"]),
  /** How long after a login the next one is refused with coe.alreadyAuthenticated; 0 for never. */
  alreadyAuthenticatedSeconds: z.number().nonnegative(),
  ticketSeconds: z.number().int().positive(),
  /** Which certificates may log in: any with a valid signature, or only those of the simulator's CA. */
  trust: z.enum(["any", "own"]),
  /** CUITs whose login is refused with coe.notAuthorized, by service; "*" is every service. */
  notAuthorized: z.array(z.strictObject({ cuit, service: z.string().default("*") })),
  /** CUITs that a certificate may represent besides its own, by service; "*" is every service. */
  relations: z.array(z.strictObject({ certificate: cuit, represents: cuit, service: z.string().default("*") })),
  /** Whether issuers in the registry may only issue the letters of their VAT condition (10000). */
  issuerLetters: z.enum(["checked", "free"]),
  /** Receivers of whom the register says more: 10195, 10247, 10248, 10249 and 10063, and what reports say of them. */
  receiverStates: z.array(
    z.strictObject({ cuit, state: z.enum(["apocryphal", "invalid", "unreliable", "deceased", "untaxed"]) }),
  ),
  /** Issuers of whom the registers say more: a form of class A that is missing (10234), the limits of a monotributista in pesos (10235, 10236). */
  issuerStates: z.array(
    z.strictObject({
      cuit,
      formPending: z.literal(true).optional(),
      category: amount.optional(),
      topCategory: amount.optional(),
    }),
  ),
  /** The delivery notes on record (10120 to 10122, 10232); with "any", whatever is named is as it should be. */
  deliveryNotes: z.union([z.literal("any"), z.array(deliveryNoteSchema)]),
  /** Rule 10240, which homologation did not apply: a rate is at most the official one and 1. */
  quotationCap: z.enum(["off", "checked"]),
  /** The class A of an issuer (10000): its types are 1, 2, 3, or those under withholding, 51 to 53. One without an entry may issue both. */
  classA: z.array(z.strictObject({ cuit, class: z.enum(["ordinary", "withheld"]) })),
  /** Issuers refused with 10000. */
  refusedCuits: z.array(cuit),
  /** Registered points of sale by CUIT. A CUIT without an entry may use any number. */
  pointsOfSale: z.record(z.string(), z.array(pointOfSaleSchema)),
  /** FchTopeInf: how many days after the end of its fortnight the vouchers of a CAEA can be reported. */
  caeaReportDays: z.int().nonnegative(),
  /** Remarks that come with every new CAEA. 15014 is computed and not in this list. */
  caeaObservations: z.array(z.union([z.literal(15015), z.literal(15017), z.literal(15018)])),
  /** How long after its grant FECompConsultar does not find a voucher; `{pos, ms}` for one point of sale only. */
  visibilityLagMs: lagSchema,
  /** How long after its grant FECompUltimoAutorizado does not count a voucher. Rule 10016 has no lag. */
  counterLagMs: lagSchema,
  /** Fields that FECompConsultar answers with another value, or leaves out. The ledger stays as it is. */
  restated: z.array(restatementSchema),
  /** Elements that FECompConsultar adds although the client did not declare them. */
  unknownElements: z.array(unknownElementSchema),
  /** Added to the simulator's clock. */
  clockOffsetMs: z.number(),
  quotations: z.record(z.string(), z.string()),
  /**
   * Codes to add to the Observaciones of vouchers, by issuer, point of sale, type, number or receiver. They refuse the voucher, unless
   * `observation` is set.
   */
  findings: z.array(
    z.strictObject({
      code: z.int(),
      msg: z.string().default(""),
      observation: z.boolean().default(false),
      cuit: cuit.optional(),
      pos: z.int().optional(),
      type: z.int().optional(),
      number: z.int().optional(),
      docNumber: z.string().optional(),
    }),
  ),
  fce: fceSchema,
  further: furtherSchema,
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
  receiverStates: [],
  issuerStates: [],
  deliveryNotes: "any",
  quotationCap: "off",
  classA: [],
  refusedCuits: [],
  pointsOfSale: {},
  caeaReportDays: 8,
  caeaObservations: [],
  visibilityLagMs: 0,
  counterLagMs: 0,
  restated: [],
  unknownElements: [],
  clockOffsetMs: 0,
  quotations: { DOL: "1155.114", "060": "1183.4728", "012": "213.05", "021": "1561.2", "011": "28.93" },
  findings: [],
  fce: fceSchema.parse({}),
  further: furtherSchema.parse({}),
  events: [],
};
