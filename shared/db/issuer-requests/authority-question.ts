import { z } from "zod";
import { type AuthorityProblem, authorityProblemKinds } from "../../domain/authority-problem.js";
import type { ListedPoint } from "../../domain/listed-point.js";
import { longestOperatorName } from "../../domain/operator-name.js";
import type { RegistryPerson } from "../../domain/registry-person.js";
import { isLonger } from "../../domain/text-length.js";
import { recordedVoucher } from "./recorded-voucher.js";

const problem: z.ZodType<AuthorityProblem> = z.object({
  kind: z.enum(authorityProblemKinds),
  services: z.array(z.string()),
  detail: z.string(),
  posNumbers: z.array(z.int()).optional(),
  delegation: z
    .object({
      production: z.boolean(),
      taxId: z.string(),
      operator: z.object({ taxId: z.string(), alias: z.string() }).nullable(),
      lacks: z.enum(["service", "company"]).optional(),
      pendingUntil: z.string().optional(),
    })
    .optional(),
});

const check = z.object({ ms: z.int(), problem: problem.nullable() });
export type StatusCheck = z.output<typeof check>;

/** `authorized` is null when the authority could not be asked; unless it is true, `problem` says why. */
const serviceDelegation = z.object({
  name: z.string(),
  authorized: z.boolean().nullable(),
  problem: problem.nullable(),
});
export type ServiceDelegation = z.output<typeof serviceDelegation>;

const listedPoint: z.ZodType<ListedPoint> = z.object({
  number: z.int(),
  kind: z.string(),
  isBlocked: z.boolean(),
  closedOn: z.string().nullable(),
});

const person: z.ZodType<RegistryPerson> = z.object({
  taxId: z.string(),
  docType: z.int().nullable(),
  kind: z.enum(["natural", "legal"]).nullable(),
  name: z.string().nullable(),
  taxCondition: z.int().nullable(),
  stateId: z.int().nullable(),
  address: z.string().nullable(),
  isActive: z.boolean().nullable(),
  activities: z.array(z.object({ id: z.int(), description: z.string() })),
});

/** The authority's code tables. `activities` are those of the company that asks. */
export const authorityTables = [
  "voucher-types",
  "document-types",
  "vat-rates",
  "tax-conditions",
  "currencies",
  "tributes",
  "concepts",
  "optionals",
  "activities",
] as const;
export type AuthorityTable = (typeof authorityTables)[number];

/**
 * Decisions of an operator about an issuance whose outcome is open. adopt: the voucher under its number is the issuance's. renumber: that
 * voucher is somebody else's, and the issuance takes another number. reject: the issuance ends without a voucher.
 */
export const decisions = ["adopt", "renumber", "reject"] as const;
export type Decision = (typeof decisions)[number];

/**
 * Decisions of an operator about a voucher under CAEA whose report the authority does not take. adopt: the voucher that the authority shows
 * under the number is this one. giveUp: nobody will report it.
 */
const reportDecisions = ["adopt", "giveUp"] as const;
export type ReportDecision = (typeof reportDecisions)[number];

/** `effect`: what the decision would do, or why it is not allowed. */
const choice = z.object({ allowed: z.boolean(), effect: z.string() });
export type OperatorChoice = z.output<typeof choice>;

/** One field of a declaration, by the authority's name. `sent` or `found` is null when that side does not have the field. */
const comparedField = z.object({ field: z.string(), sent: z.string().nullable(), found: z.string().nullable() });

const evidence = z.object({
  number: z.int(),
  /** found: a voucher has the number. absent: none has. unanswered: the authority gave no clear answer. */
  lookUp: z.enum(["found", "absent", "unanswered"]),
  cae: z.string().nullable(),
  /** When the authority processed it. */
  processedAt: z.string().nullable(),
  /** The authority's last number. Null when it did not answer. */
  lastNumber: z.int().nullable(),
  /** All declared fields and all found fields. */
  fields: z.array(comparedField),
  /** The fields that differ. */
  differing: z.array(z.string()),
  choices: z.object({ adopt: choice, renumber: choice, reject: choice }),
});
export type AuthorityEvidence = z.output<typeof evidence>;

const sequence = { posNumber: z.int(), voucherType: z.int() };

/** A voucher that has no key, and whose content equals an issuance's. Dates are `YYYYMMDD`. */
const unclaimed = z.object({
  number: z.int(),
  voucherDate: z.string(),
  totalAmount: z.string(),
  currency: z.string(),
  cae: z.string(),
  processedAtMs: z.number().nullable().default(null),
  /** Equality with what the issuance is for now. Else it may be of an earlier attempt of its key alone, and cannot become its voucher. */
  isOfToday: z.boolean().default(true),
});
export type UnclaimedVoucher = z.output<typeof unclaimed>;

/** A voucher to which a decision left its number, and which was imported. */
const passedVoucher = z.object({
  number: z.int(),
  cae: z.string(),
  /** The sales of that numbering without a voucher that it equals. */
  like: z.array(z.object({ issuanceId: z.int(), key: z.string() })),
});
export type PassedVoucher = z.output<typeof passedVoucher>;

const operatorName = z
  .string()
  .refine((name) => !isLonger(name, longestOperatorName))
  .optional();

/** A question to the tax authority about a company. Only the issuer can ask it, because only it has tickets. */
export const authorityAsk = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("person"), taxId: z.string().regex(/^\d{11}$/) }),
  z.object({ kind: z.literal("status") }),
  /** The company's points of sale at the authority. */
  z.object({ kind: z.literal("pointsOfSale") }),
  /** For which of the authority's services the certificate may act for the company. */
  z.object({ kind: z.literal("delegation") }),
  /** Whether this receiver must get credit invoices for vouchers of that day. */
  z.object({
    kind: z.literal("fceObligation"),
    taxId: z.string().regex(/^\d{11}$/),
    date: z.string().regex(/^\d{8}$/),
  }),
  z.object({ kind: z.literal("table"), table: z.enum(authorityTables) }),
  z.object({ kind: z.literal("quotation"), currency: z.string(), date: z.string().nullable() }),
  /** The authority's last number of a sequence. */
  z.object({ kind: z.literal("lastNumber"), ...sequence }),
  z.object({ kind: z.literal("voucher"), ...sequence, number: z.int() }),
  /** Evidence under an issuance's number, next to what was sent. */
  z.object({ kind: z.literal("evidence"), ...sequence, issuanceId: z.int() }),
  /** An operator's decision about an issuance whose outcome is open. */
  z.object({
    kind: z.literal("decide"),
    ...sequence,
    issuanceId: z.int(),
    decision: z.enum(decisions),
    because: z.string(),
    /** A person looked at the authority's own pages: it answers no question, or it counts a number and never shows its voucher. */
    unseen: z.boolean().optional(),
    /** Afterwards every request with the issuance's key is answered 409, for good. */
    bar: z.boolean().optional(),
    /** Vouchers without a key that equal the sale, and that are certainly other sales'. */
    despite: z.array(z.object({ ...sequence, number: z.int() })).optional(),
    by: operatorName,
  }),
  /**
   * An operator says that the voucher under another number is the issuance's. It is a kind of its own, so that an older issuer does not take
   * it for "decide".
   */
  z.object({
    kind: z.literal("adoptNumber"),
    ...sequence,
    issuanceId: z.int(),
    number: z.int(),
    /** The number's point of sale, if it is not the issuance's. */
    numberPos: z.int().optional(),
    because: z.string(),
    unseen: z.boolean().optional(),
    /** Vouchers without a key under numbers that it has or had, which equal the sale and are certainly other sales'. */
    despite: z.array(z.object({ ...sequence, number: z.int() })).optional(),
    /** No person looked at this pair: the voucher must be one that an attempt of the key may have made. */
    isProposed: z.boolean().optional(),
    by: operatorName,
  }),
  /** The vouchers that only the authority has, and that equal an issuance. */
  z.object({ kind: z.literal("unclaimed"), ...sequence, issuanceId: z.int() }),
  /** An operator's last word about the report of a voucher under CAEA. */
  z.object({
    kind: z.literal("resolveReport"),
    ...sequence,
    voucherId: z.int(),
    decision: z.enum(reportDecisions),
    /** The reports with higher numbers are given up too. */
    andBehind: z.boolean(),
    because: z.string(),
    by: operatorName,
  }),
]);
export type AuthorityAsk = z.output<typeof authorityAsk>;

export const authorityAnswer = z.discriminatedUnion("outcome", [
  /** `partial`: one of the registries that were needed did not answer. */
  z.object({ outcome: z.literal("person"), person, partial: z.boolean() }),
  z.object({
    outcome: z.literal("status"),
    connection: check,
    authentication: check,
    issuance: check,
    registry: check,
    /** Only for companies with credit invoices. */
    fce: check.optional(),
  }),
  z.object({ outcome: z.literal("pointsOfSale"), listed: z.array(listedPoint) }),
  z.object({ outcome: z.literal("delegation"), services: z.array(serviceDelegation) }),
  z.object({ outcome: z.literal("fceObligation"), required: z.boolean(), minimumAmount: z.string().nullable() }),
  z.object({ outcome: z.literal("table"), rows: z.array(z.object({ id: z.string(), description: z.string() })) }),
  z.object({ outcome: z.literal("quotation"), quotation: z.number(), date: z.string() }),
  z.object({ outcome: z.literal("lastNumber"), number: z.int() }),
  z.object({ outcome: z.literal("voucher"), voucher: recordedVoucher }),
  z.object({ outcome: z.literal("absent") }),
  z.object({ outcome: z.literal("evidence"), evidence }),
  /** `isCut`: not all numbers without a voucher here were looked at. `why` says why. */
  z.object({
    outcome: z.literal("unclaimed"),
    vouchers: z.array(unclaimed),
    isCut: z.boolean(),
    why: z.string().optional(),
  }),
  z.object({ outcome: z.literal("decided"), passed: z.array(passedVoucher).optional() }),
  /** The decision cannot be carried out. `why` also says what to do. */
  z.object({ outcome: z.literal("notDecided"), why: z.string() }),
  z.object({ outcome: z.literal("unavailable"), problem }),
]);
export type AuthorityAnswer = z.output<typeof authorityAnswer>;
