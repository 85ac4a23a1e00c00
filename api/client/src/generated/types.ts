// Written from the OpenAPI document: UPDATE_API_TYPES=1 npm test -- --project unit api-types

import type { Filters } from "../connection.js";

export interface IssuanceRequest {
  /** Your own key for this voucher. Use the same key for every retry: one key makes at most one voucher. */
  idempotency: string;
  /** Point of sale (PtoVta). */
  posNumber: number;
  /** The authority's code of the voucher type (CbteTipo): 1 invoice, 2 debit note, 3 credit note of letter A; 6, 7, 8 of B; 11, 12, 13 of C; 51, 52, 53 of A under withholding; 201 to 203, 206 to 208, 211 to 213 credit invoices (FCE) and their notes. */
  voucherType: number;
  /** 1 goods, 2 services, 3 both. */
  concept: 1 | 2 | 3;
  /** Fiscal date (CbteFch), YYYYMMDD. */
  voucherDate: string;
  /** The receiver. */
  customer: Customer;
  /** The lines of the voucher. */
  items: Array<Item>;
  /** First day of the service; required with concept 2 or 3, YYYYMMDD. */
  serviceFrom?: string | null | undefined;
  /** Last day of the service; required with concept 2 or 3, YYYYMMDD. */
  serviceTo?: string | null | undefined;
  /** When the payment is due; required with concept 2 or 3, YYYYMMDD. */
  serviceExpiration?: string | null | undefined;
  /** The vouchers that a credit or debit note modifies. A note has them or associatedPeriod. */
  associatedVouchers?: Array<AssociatedVoucher> | null | undefined;
  /** Instead of associatedVouchers: the days whose sales a credit or debit note modifies (PeriodoAsoc); the last is at most voucherDate. */
  associatedPeriod?: Period | null | undefined;
  /** Of credit invoices (FCE MiPyME) and their notes. What is left out comes from the company's fiscal data. */
  fce?: Fce | null | undefined;
  /** Default pesos. For another currency send the day's quotation: the service does not look it up. */
  currency?: Currency | null | undefined;
  /** Whether prices contain VAT; applies to the whole voucher. */
  priceIncludesVat?: boolean | null | undefined;
  /** Taxes other than VAT, and perceptions. */
  tributes?: Array<Tribute> | null | undefined;
  /** The recipients of the PDF by mail, at most 3. */
  emails?: Array<Recipient> | null | undefined;
  /** Decimals on the print. */
  settings?: PrintSettings | null | undefined;
  /** Printed on the voucher. */
  legend?: string | null | undefined;
  /** Your own remark; not printed. */
  comments?: string | null | undefined;
  /** Your own reference; a filter of the listing. */
  externalReference?: string | null | undefined;
  /** Your own keys and values; the point of sale defines which are printed. */
  additionalData?: Record<string, unknown> | null | undefined;
  /** Whether the voucher is paid in the same foreign currency (CanMisMonExt). */
  cancelsInSameForeignCurrency?: "S" | "N" | null | undefined;
  /** Declared instead of customer.taxType. */
  receiverTaxConditionId?: number | null | undefined;
  /** The activity of the sale, for the accountant's files: 6 digits of the authority's list, which are not checked against it. Neither declared nor printed. Unless given, the point of sale's or the company's counts. */
  activityCode?: string | null | undefined;
  /** How the sale is paid, as it is printed. Never sent to the authority. Unless given, that of the point of sale at the time of issuing. */
  saleCondition?: string | null | undefined;
  /** never: it waits for the authority also while a contingency lasts. Elements of batches always do. */
  contingency?: "never" | null | undefined;
  /** Further data that a regime asks for (Opcionales), sent in this order. An id's own format and types are checked; what binds several is the authority's to say. taxauth/tables/optionals has all; those of credit invoices stand in fce. */
  optionals?: Array<Optional> | null | undefined;
  /** Economic activities that are declared (Actividades), where the law asks for it. taxauth/tables/activities has the company's. */
  activities?: Array<Activity> | null | undefined;
  /** Several buyers of goods (Compradores), the receiver among them with the largest share. The shares add up to 100. */
  buyers?: Array<Buyer> | null | undefined;
  /** sircip adds the perceptions of SIRCIP's padrón, for its agents; original, on a credit note, those of its voucher again. */
  perceptions?: "sircip" | "original" | null | undefined;
  /** Province of delivery, for perceptions; the receiver's unless given. */
  deliveryStateId?: number | null | undefined;
}

export interface CreditNoteRequest {
  /** Your key of this credit note. */
  idempotency: string;
  /** Fiscal date, YYYYMMDD; today in Argentina unless given. */
  voucherDate?: string | null | undefined;
  /** Point of sale; the voucher's own unless given. */
  posNumber?: number | null | undefined;
  /** What is credited. Without items it is the whole voucher, as it was. */
  items?: Array<Item> | null | undefined;
  /** The taxes other than VAT of the given items; only together with items. */
  tributes?: Array<Tribute> | null | undefined;
  /** 1 goods, 2 services, 3 both; the voucher's own unless given. */
  concept?: 1 | 2 | 3 | undefined;
  /** First day of the service; the voucher's own unless given. */
  serviceFrom?: string | null | undefined;
  /** Last day of the service; the voucher's own unless given. */
  serviceTo?: string | null | undefined;
  /** When the payment is due; unless given, the later of the voucher's own and voucherDate. */
  serviceExpiration?: string | null | undefined;
  /** The voucher's own, with its quotation, unless given. */
  currency?: Currency | null | undefined;
  /** Whether prices contain VAT; as in the voucher unless given. */
  priceIncludesVat?: boolean | null | undefined;
  /** Printed on the voucher. */
  legend?: string | null | undefined;
  /** Your own remark; not printed. */
  comments?: string | null | undefined;
  /** Your own reference; a filter of the listing. */
  externalReference?: string | null | undefined;
  /** Your own keys and values; the point of sale defines which are printed. */
  additionalData?: Record<string, unknown> | null | undefined;
  /** Decimals on the print; those of the voucher unless given. */
  settings?: PrintSettings | null | undefined;
  /** The activity, 6 digits; the voucher's own unless given. */
  activityCode?: string | null | undefined;
  /** Printed. Unless given, that of the point of sale at the time of issuing; the original's is not taken over. */
  saleCondition?: string | null | undefined;
  /** Further data of the note itself (Opcionales); the voucher's are not taken over. */
  optionals?: Array<Optional> | null | undefined;
  /** Activities of the note itself (Actividades); the voucher's are not taken over. */
  activities?: Array<Activity> | null | undefined;
  /** Of credit invoices (FCE MiPyME) and their notes. What is left out comes from the company's fiscal data. */
  fce?: NoteFce | null | undefined;
  /** The recipients of the PDF by mail, at most 3. */
  emails?: Array<Recipient> | null | undefined;
  /** sircip adds the perceptions of SIRCIP's padrón, for its agents; original, on a credit note, those of its voucher again. */
  perceptions?: "sircip" | "original" | null | undefined;
  /** Province of delivery, for perceptions; the receiver's unless given. */
  deliveryStateId?: number | null | undefined;
}

export interface DebitNoteRequest {
  /** Your key of this debit note. */
  idempotency: string;
  /** Fiscal date, YYYYMMDD; today in Argentina unless given. */
  voucherDate?: string | null | undefined;
  /** Point of sale; the voucher's own unless given. */
  posNumber?: number | null | undefined;
  /** What is debited. */
  items: Array<Item>;
  /** The taxes other than VAT of the items. */
  tributes?: Array<Tribute> | null | undefined;
  /** 1 goods, 2 services, 3 both; the voucher's own unless given. */
  concept?: 1 | 2 | 3 | undefined;
  /** First day of the service; the voucher's own unless given. */
  serviceFrom?: string | null | undefined;
  /** Last day of the service; the voucher's own unless given. */
  serviceTo?: string | null | undefined;
  /** When the payment is due; unless given, the later of the voucher's own and voucherDate. */
  serviceExpiration?: string | null | undefined;
  /** The voucher's own, with its quotation, unless given. */
  currency?: Currency | null | undefined;
  /** Whether prices contain VAT; as in the voucher unless given. */
  priceIncludesVat?: boolean | null | undefined;
  /** Printed on the voucher. */
  legend?: string | null | undefined;
  /** Your own remark; not printed. */
  comments?: string | null | undefined;
  /** Your own reference; a filter of the listing. */
  externalReference?: string | null | undefined;
  /** Your own keys and values; the point of sale defines which are printed. */
  additionalData?: Record<string, unknown> | null | undefined;
  /** Decimals on the print; those of the voucher unless given. */
  settings?: PrintSettings | null | undefined;
  /** The activity, 6 digits; the voucher's own unless given. */
  activityCode?: string | null | undefined;
  /** Printed. Unless given, that of the point of sale at the time of issuing; the original's is not taken over. */
  saleCondition?: string | null | undefined;
  /** Further data of the note itself (Opcionales); the voucher's are not taken over. */
  optionals?: Array<Optional> | null | undefined;
  /** Activities of the note itself (Actividades); the voucher's are not taken over. */
  activities?: Array<Activity> | null | undefined;
  /** Of credit invoices (FCE MiPyME) and their notes. What is left out comes from the company's fiscal data. */
  fce?: NoteFce | null | undefined;
  /** The recipients of the PDF by mail, at most 3. */
  emails?: Array<Recipient> | null | undefined;
  /** sircip adds the perceptions of SIRCIP's padrón, for its agents; original, on a credit note, those of its voucher again. */
  perceptions?: "sircip" | "original" | null | undefined;
  /** Province of delivery, for perceptions; the receiver's unless given. */
  deliveryStateId?: number | null | undefined;
}

export interface EmailSchedule {
  /** The recipients of the PDF by mail, at most 3. */
  emails: Array<Recipient>;
}

export interface NewPointOfSale {
  /** The authority's number for it. */
  number: number;
  /** A name to recognise it by. */
  name?: string | null | undefined;
  /** Printed above its address; null for nothing. */
  printedName?: string | null | undefined;
  /** Printed on its vouchers. */
  address?: string | null | undefined;
  /** Whether it may issue. */
  enabled?: boolean | undefined;
  /** Declares that only this service issues there. A voucher under our number then never counts as foreign; in doubt, an operator decides. */
  exclusive?: boolean | undefined;
  /** The activity of its vouchers, 6 digits; null when it is the company's. */
  activity?: string | null | undefined;
  /** Printed on its vouchers that say no other; null for none. */
  saleCondition?: string | null | undefined;
  /** How the authority authorizes what is issued there: CAE, unless it was added with CAEA. One of CAEA only stands in for others in a contingency. It cannot change once there are vouchers. */
  authorization?: "CAE" | "CAEA" | undefined;
  /** The point of sale of CAEA that stands in for it in a contingency; null for none. */
  contingencyPos?: number | null | undefined;
  /** The paper that its vouchers are printed on for the customer: a sheet, or a roll of 80 or 58 mm. */
  layout?: "a4" | "ticket80" | "ticket58" | undefined;
  /** Texts that are printed beside what every voucher says: what a province asks for, with its rate. */
  legends?: Array<Legend> | undefined;
  /** The keys that additionalData may have. */
  additionalDataKeys?: Array<AdditionalDataKey> | undefined;
  /** What its invoices declare besides their own optional fields; null for none. */
  optionals?: Array<Optional> | null | undefined;
  /** What its invoices declare besides their own activities; null for none. */
  activities?: Array<Activity> | null | undefined;
}

export interface PointOfSaleChanges {
  /** Cannot be changed: send the current value, or leave it out. */
  number?: unknown | undefined;
  /** A name to recognise it by. */
  name?: string | null | undefined;
  /** Printed above its address; null for nothing. */
  printedName?: string | null | undefined;
  /** Printed on its vouchers. */
  address?: string | null | undefined;
  /** Whether it may issue. */
  enabled?: boolean | undefined;
  /** Declares that only this service issues there. A voucher under our number then never counts as foreign; in doubt, an operator decides. */
  exclusive?: boolean | undefined;
  /** The activity of its vouchers, 6 digits; null when it is the company's. */
  activity?: string | null | undefined;
  /** Printed on its vouchers that say no other; null for none. */
  saleCondition?: string | null | undefined;
  /** How the authority authorizes what is issued there: CAE, unless it was added with CAEA. One of CAEA only stands in for others in a contingency. It cannot change once there are vouchers. */
  authorization?: "CAE" | "CAEA" | undefined;
  /** The point of sale of CAEA that stands in for it in a contingency; null for none. */
  contingencyPos?: number | null | undefined;
  /** The paper that its vouchers are printed on for the customer: a sheet, or a roll of 80 or 58 mm. */
  layout?: "a4" | "ticket80" | "ticket58" | undefined;
  /** Texts that are printed beside what every voucher says: what a province asks for, with its rate. */
  legends?: Array<Legend> | undefined;
  /** The keys that additionalData may have. */
  additionalDataKeys?: Array<AdditionalDataKey> | undefined;
  /** What its invoices declare besides their own optional fields; null for none. */
  optionals?: Array<Optional> | null | undefined;
  /** What its invoices declare besides their own activities; null for none. */
  activities?: Array<Activity> | null | undefined;
}

export interface FiscalDataChanges {
  /** Company name, as it is printed. */
  name?: string | undefined;
  /** Cannot be changed: send the current value, or leave it out. */
  cuit?: unknown | undefined;
  /** Read only: it may be sent back as it was given. */
  certificate?: {
    /** Read only: as it was given. */
    mode: "own" | "delegated";
  } | undefined;
  /** The company's own VAT condition: 1 registered taxpayer, 4 exempt, 6 monotributista, 13 monotributo social, 15 not reached by VAT, 16 trabajador independiente promovido. */
  taxType?: 1 | 4 | 6 | 13 | 15 | 16 | undefined;
  /** Printed on its vouchers. */
  address?: string | null | undefined;
  /** Province; 0 is the capital city, null means unknown. */
  stateId?: number | null | undefined;
  /** Ingresos brutos registration, as it is printed. */
  grossIncome?: string | null | undefined;
  /** When the company's activities began, YYYY-MM-DD, as it is printed. */
  activityStart?: string | null | undefined;
  /** What to do when VAT rounded per line exceeds the authority's tolerance (10051): adjust the cents after a refusal (auto), before sending (authority), or never (line). */
  vatRounding?: "auto" | "authority" | "line" | undefined;
  /** How the company's credit invoices (FCE MiPyME) are paid; null when it issues none. */
  fce?: FcePayment | null | undefined;
  /** The activity of the company's vouchers, 6 digits, unless they or their point of sale have another; null for none. */
  activityCode?: string | null | undefined;
  /** Whether invoices and notes of letter A (types 1, 2 and 3) are printed with PAGO EN CBU INFORMADA: for companies that must be paid into the account they told the authority. */
  cbuLegend?: boolean | undefined;
  /** Where consumers complain, printed at the foot of every voucher where a province asks for it; null for nothing. */
  consumerComplaints?: string | null | undefined;
  /** A dark colour for name, title, letter and total of the print; null for black and white. Its contrast to white is at least 4.5 to 1. */
  accentColor?: string | null | undefined;
  /** Printed small at the foot of every voucher; null for nothing. */
  footerText?: string | null | undefined;
  /** Whether the authority put the company into class A under withholding: it issues types 51, 52 and 53, which no other company does. */
  withheldA?: boolean | undefined;
  /** The category of a monotributista (taxType 6), A to K; null when it is not said. Another taxType clears it. */
  monotributoCategory?: "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | null | undefined;
  /** Texts that are printed beside what every voucher says: what a province asks for, with its rate. */
  legends?: Array<Legend> | undefined;
  /** How the company is an agent of SIRCIP (perceptions of gross income tax); null when it is none. */
  sircip?: SircipAgent | null | undefined;
  /** Under whose name the mails with its vouchers are sent, and where answers go. */
  mail?: CompanyMail | undefined;
}

export interface NewApiKey {
  /** A name to recognise it by. */
  name: string;
  /** What the key may do. Default: the scopes of the calling key. */
  scopes?: Array<"read" | "issue" | "configure"> | undefined;
  /** From then on the key is refused; null: it is valid until it is revoked. */
  expires?: string | null | undefined;
}

export interface NewWebhook {
  /** Where events are posted to. */
  url: string;
  /** The types of events that it is told; * is all of them. */
  events?: Array<"*" | "invoice.issued" | "invoice.unconfirmed" | "invoice.settled" | "invoice.pdf_ready" | "invoice.email_sent" | "invoice.email_failed" | "invoice.imported" | "batch.finished" | "certificate.expiring" | "quota.warning" | "subscription.ending" | "subscription.renewed" | "contingency.started" | "contingency.ended" | "contingency.report_due" | "authority.notice" | "ping"> | undefined;
  /** Your own words for it. */
  description?: string | null | undefined;
}

export interface WebhookChanges {
  /** Where events are posted to. */
  url?: string | undefined;
  /** The types of events that it is told; * is all of them. */
  events?: Array<"*" | "invoice.issued" | "invoice.unconfirmed" | "invoice.settled" | "invoice.pdf_ready" | "invoice.email_sent" | "invoice.email_failed" | "invoice.imported" | "batch.finished" | "certificate.expiring" | "quota.warning" | "subscription.ending" | "subscription.renewed" | "contingency.started" | "contingency.ended" | "contingency.report_due" | "authority.notice" | "ping"> | undefined;
  /** Your own words for it. */
  description?: string | null | undefined;
  /** False: nothing is recorded for it. True: also clears disabledReason. */
  enabled?: boolean | undefined;
}

export interface ContingencyTurn {
  /** True begins a contingency, false ends it. */
  active: boolean;
  /** Why it begins: required with active true. */
  reason?: string | undefined;
}

export interface Warning {
  /** The path in the body, or ? and the name of a query parameter. */
  field: string;
  /** Why it was ignored, for people. */
  message: string;
}

export interface AuthorityMessage {
  /** The authority's code. */
  code: number;
  /** The authority's own text. */
  msg: string;
}

export interface Customer {
  /** Document type (DocTipo): 80 CUIT, 96 DNI, 99 none. */
  docType: number;
  /** Digits only, as a string. */
  docNumber: string;
  /** Name or company name. */
  name: string;
  /** VAT condition (CondicionIVAReceptorId): 1 registered, 4 exempt, 5 final consumer, 6 monotributo. */
  taxType: number;
  /** Printed on the voucher. */
  address?: string | null | undefined;
  /** Province; 0 is the capital city, null means unknown. */
  stateId?: number | null | undefined;
}

export interface Item {
  /** What was sold. */
  description: string;
  /** Quantity, at least 0.0001. */
  quantity: number;
  /** Unit price before discount; with VAT unless priceIncludesVat is false. */
  price: number;
  /** VAT rate code: 3 0 %, 4 10.5 %, 5 21 %, 6 27 %, 8 5 %, 9 2.5 %; 2 exempt, 1 not taxable. Needed unless the voucher is of letter C. */
  taxType?: number | null | undefined;
  /** Your own product code. */
  code?: string | null | undefined;
  /** Unit of measure; 7 is units. */
  unitType?: number | null | undefined;
  /** Discount on the whole line, not per unit. */
  discount?: number | null | undefined;
  /** Whether discount is a percentage or an amount. */
  discountType?: "percentage" | "amount" | null | undefined;
}

export interface AssociatedVoucher {
  /** The authority's code of the voucher type (CbteTipo): 1 invoice, 2 debit note, 3 credit note of letter A; 6, 7, 8 of B; 11, 12, 13 of C; 51, 52, 53 of A under withholding; 201 to 203, 206 to 208, 211 to 213 credit invoices (FCE) and their notes. */
  voucherType: number;
  /** Point of sale (PtoVta). */
  posNumber: number;
  /** Number within its point of sale and type. */
  voucherNumber: number;
  /** The issuer's tax id, when it is not your own. */
  cuit?: string | null | undefined;
  /** The voucherDate of that voucher (CbteFch). */
  date?: string | null | undefined;
}

export interface Period {
  /** The first day, YYYYMMDD. */
  from: string;
  /** The last day, YYYYMMDD. */
  to: string;
}

export interface Fce {
  /** The account that the buyer pays to: a CBU of 22 digits. */
  cbu?: string | null | undefined;
  /** The account's alias; null for none. */
  alias?: string | null | undefined;
  /** Who may take the invoice over: the open circulation system (SCA) or the collective depositary (ADC). */
  transfer?: "SCA" | "ADC" | null | undefined;
  /** On notes: whether the buyer rejected what the note modifies. */
  cancellation?: boolean | null | undefined;
}

export interface Currency {
  /** Currency (MonId). */
  id?: string | null | undefined;
  /** Pesos per unit (MonCotiz): required in another currency, 1 for PES. */
  quotation?: number | null | undefined;
}

export interface Tribute {
  /** The authority's code (Id): 1 national, 2 provincial, 3 municipal, 4 internal taxes, 5 gross income (IIBB); perceptions: 6 of VAT, 7 of gross income, 8 municipal, 9 other, 13 of VAT of who is not categorized; 99 other. */
  type: number;
  /** Taxable base (BaseImp). */
  baseAmount: number;
  /** Percentage (Alic), with two decimals unless the service takes more. */
  aliquot: number;
  /** Amount (Importe), declared as it is given. */
  subtotal: number;
  /** Description (Desc). */
  description?: string | null | undefined;
}

export interface Recipient {
  /** E-mail address. */
  email: string;
  /** The recipient's name, for the greeting. */
  name?: string | null | undefined;
  /** A text for the mail's body. */
  comments?: string | null | undefined;
  /** Copies in the order of printing: 1 original, 2 duplicate, 3 triplicate. */
  pdfVersions?: Array<1 | 2 | 3> | null | undefined;
}

export interface PrintSettings {
  /** The fewest decimals of quantities. */
  quantityPrecision?: 2 | 4 | 6 | undefined;
  /** The fewest decimals of unit prices. */
  pricePrecision?: 2 | 4 | 6 | undefined;
}

export interface Optional {
  /** The authority's number of the field (Id). */
  id: string;
  /** What it says (Valor). */
  value: string;
}

export interface Activity {
  /** The authority's number of the activity. */
  id: number | string;
}

export interface Buyer {
  /** 80 CUIT, 86 CUIL or 87 CDI (DocTipo). */
  docType: number;
  /** 11 digits (DocNro). */
  docNumber: string;
  /** What part of the whole is the buyer's, in percent, with at most two decimals (Porcentaje). */
  share: number;
}

export interface NoteFce {
  /** On notes: whether the buyer rejected what the note modifies. */
  cancellation?: boolean | null | undefined;
}

export interface Legend {
  /** What is printed. */
  text: string;
  /** Which vouchers say it: all, those of a letter, or letters B and C to final consumers. */
  on: "all" | "final-consumers" | "A" | "B" | "C";
  /** Vouchers of this date and later ones say it, YYYYMMDD; null: all do. */
  from?: string | null | undefined;
}

export interface AdditionalDataKey {
  /** The key. */
  key: string;
  /** The label on the print. */
  label: string;
  /** Whether it is printed. */
  printed: boolean;
}

export interface FcePayment {
  /** The account that the buyer pays to: a CBU of 22 digits. */
  cbu: string;
  /** The account's alias; null for none. */
  alias?: string | null | undefined;
  /** Who may take the invoice over: the open circulation system (SCA) or the collective depositary (ADC). */
  transfer: "SCA" | "ADC";
}

export interface SircipAgent {
  /** From this voucherDate on it is an agent, YYYYMMDD. */
  from: string;
  /** Provinces outside SIRCIP of which the company is an agent itself: whoever is registered there gets that province's perception besides, as a tribute of type 7 that you send. */
  ownPerceptions?: Array<number> | null | undefined;
  /** CUITs of receivers who gave a certificate of exclusion: nothing is added for them. */
  exempt?: Array<string> | null | undefined;
}

export interface CompanyMail {
  /** Where answers to the mails with its vouchers go (Reply-To); null for the sender. */
  replyTo?: string | null | undefined;
  /** The name beside the sender's address, which stays the service's; null for the service's name. */
  senderName?: string | null | undefined;
}

export interface Quota {
  /** What the quota counts. */
  type: "invoices";
  /** Vouchers granted for the period, including extras. */
  granted: number;
  /** Vouchers consumed in the period, including one just issued. */
  used: number;
  /** Vouchers left in the period, never below zero. */
  remaining: number;
  /** Vouchers issued beyond the quota. */
  overage: number;
  /** The day on which the quota renews. */
  periodEnd: string;
  /** Consumption by environment. */
  breakdown: {
    /** Consumed in production. */
    production: number;
    /** Consumed in homologation. */
    homologation: number;
  };
}

export interface Issued {
  /** Whether the request succeeded. Clients check this first. */
  ok: true;
  /** The result of the request. */
  result: {
    /** Internal identifier. */
    id: number;
    /** Number within its point of sale and type. */
    voucherNumber: number;
    /** The authority's authorization code. */
    cae: string;
    /** Total amount. */
    totalAmount: number;
    /** Left out unless it was issued in a contingency, under a code that was obtained before. */
    authorization?: "CAEA";
    /** The point of sale that stood in for the one that was asked for, in a contingency; else left out. */
    posNumber?: number;
    /** The authority's remarks on the authorized voucher; null when it made none. */
    taxAuthObservations: Array<AuthorityMessage> | null;
    /** True when the key already had this voucher and nothing was issued. */
    idempotencyHit: boolean;
  };
  /** The quota of the month; null when nothing was consumed. Its fields may change. */
  quota: Quota | null;
  /** What of the request was ignored; left out when nothing was. */
  warnings?: Array<Warning>;
}

export interface VatRow {
  /** VAT rate code: 3 0 %, 4 10.5 %, 5 21 %, 6 27 %, 8 5 %, 9 2.5 %; 2 exempt, 1 not taxable. */
  taxType: number;
  /** The VAT rate as a percentage. */
  rate: string;
  /** Taxable base. */
  base: string;
  /** VAT amount of the row. */
  amount: string;
}

export interface IssuedCustomer {
  /** Document type (DocTipo): 80 CUIT, 96 DNI, 99 none. */
  docType: number;
  /** Digits only, as a string. */
  docNumber: string;
  /** Name or company name. */
  name: string;
  /** null only in `rcel` vouchers. */
  taxType: number | null;
  /** Printed on the voucher. */
  address: string | null;
  /** Province; 0 is the capital city, null means unknown. */
  stateId: number | null;
}

export interface IssuedItem {
  /** What was sold. */
  description: string;
  /** Quantity, at least 0.0001. */
  quantity: number;
  /** Unit price before discount; with VAT unless priceIncludesVat is false. */
  price: number;
  /** VAT rate code: 3 0 %, 4 10.5 %, 5 21 %, 6 27 %, 8 5 %, 9 2.5 %; 2 exempt, 1 not taxable. Needed unless the voucher is of letter C. */
  taxType: number | null;
  /** Your own product code. */
  code: string | null;
  /** Unit of measure; 7 is units. */
  unitType: number;
  /** Discount on the whole line, not per unit. */
  discount: number;
  /** Whether discount is a percentage or an amount. */
  discountType: "percentage" | "amount";
}

export interface ModifiedVoucher {
  /** The authority's code of the voucher type (CbteTipo): 1 invoice, 2 debit note, 3 credit note of letter A; 6, 7, 8 of B; 11, 12, 13 of C; 51, 52, 53 of A under withholding; 201 to 203, 206 to 208, 211 to 213 credit invoices (FCE) and their notes. */
  voucherType: number;
  /** Point of sale (PtoVta). */
  posNumber: number;
  /** Number within its point of sale and type. */
  voucherNumber: number;
  /** The issuer's tax id, when it is not your own. */
  cuit: string | null;
  /** The voucherDate of that voucher (CbteFch). */
  date?: string | null;
}

export interface IssuedFce {
  /** The account that the buyer pays to: a CBU of 22 digits. */
  cbu?: string;
  /** The account's alias; null for none. */
  alias?: string | null;
  /** Who may take the invoice over: the open circulation system (SCA) or the collective depositary (ADC). */
  transfer?: "SCA" | "ADC";
  /** On notes: whether the buyer rejected what the note modifies. */
  cancellation?: boolean;
}

export interface IssuedTribute {
  /** The authority's code (Id): 1 national, 2 provincial, 3 municipal, 4 internal taxes, 5 gross income (IIBB); perceptions: 6 of VAT, 7 of gross income, 8 municipal, 9 other, 13 of VAT of who is not categorized; 99 other. */
  type: number;
  /** Taxable base (BaseImp). */
  baseAmount: number;
  /** Percentage (Alic), with two decimals unless the service takes more. */
  aliquot: number;
  /** Amount (Importe), declared as it is given. */
  subtotal: number;
  /** Description (Desc). */
  description: string | null;
}

export interface Mail {
  /** E-mail address. */
  email: string;
  /** The recipient's name, for the greeting. */
  name: string | null;
  /** A text for the mail's body. */
  comments: string | null;
  /** Copies in the order of printing: 1 original, 2 duplicate, 3 triplicate. */
  pdfVersions: Array<number>;
  /** `due`: will be sent, or tried again. `failed`: refused for good, or not delivered for a whole day. */
  state: "due" | "sent" | "failed";
  /** The mail server's last answer. */
  smtpResponse: string | null;
  /** When the mail server accepted it. */
  sent: string | null;
}

export interface IssuedSettings {
  /** The fewest decimals of quantities. */
  quantityPrecision: number;
  /** The fewest decimals of unit prices. */
  pricePrecision: number;
}

export interface DeclaredOptional {
  /** The authority's number of the field (Id). */
  id: string;
  /** What it says (Valor). */
  value: string;
}

export interface DeclaredActivity {
  /** The authority's number of the activity. */
  id: number;
}

export interface DeclaredBuyer {
  /** 80 CUIT, 86 CUIL or 87 CDI (DocTipo). */
  docType: number;
  /** 11 digits (DocNro). */
  docNumber: string;
  /** What part of the whole is the buyer's, in percent, with at most two decimals (Porcentaje). */
  share: number;
}

export interface PerceptionLine {
  /** Record of the monthly return: 1 perception, 2 informative (letter A), 4 not registered, 5 surcharge. */
  record: number;
  /** Taxed net, in the voucher's currency. */
  baseAmount: string;
  /** Rate in percent. */
  aliquot: string;
  /** Base × rate / 100, rounded half up to the cent. */
  subtotal: string;
  /** Index of its tribute in `tributes`; null when it comes to 0.00, which is no tribute. */
  tribute: number | null;
}

export interface Perceptions {
  /** Always sircip. */
  regime: "sircip";
  /** Month of the padrón, YYYYMM. */
  period: string;
  /** Province of delivery, for perceptions; the receiver's unless given. */
  deliveryStateId: number;
  /** The receiver's letter of the padrón; null for who is not in it, or whom SIRCIP does not reach. */
  letter: string | null;
  /** The padrón's digit for the province of delivery. */
  digit: number | null;
  /** The padrón's CRC of that month. */
  crc: number | null;
  /** Lines of the monthly return, each of which may be a tribute of the voucher. */
  lines: Array<PerceptionLine>;
}

export interface Voucher {
  /** Internal identifier. */
  id: number;
  /** The authority's code of the voucher type (CbteTipo): 1 invoice, 2 debit note, 3 credit note of letter A; 6, 7, 8 of B; 11, 12, 13 of C; 51, 52, 53 of A under withholding; 201 to 203, 206 to 208, 211 to 213 credit invoices (FCE) and their notes. */
  voucherType: number;
  /** Point of sale (PtoVta). */
  posNumber: number;
  /** Number within its point of sale and type. */
  voucherNumber: number;
  /** Fiscal date (CbteFch), YYYYMMDD. */
  voucherDate: string;
  /** Document type (DocTipo): 80 CUIT, 96 DNI, 99 none. */
  docType: number;
  /** Digits only, as a string. */
  docNumber: string;
  /** Total amount (ImpTotal), as a string. */
  totalAmount: string;
  /** Taxable net (ImpNeto). */
  netAmount: string;
  /** VAT (ImpIVA). */
  vatAmount: string;
  /** Exempt (ImpOpEx). */
  exemptAmount: string;
  /** Not taxable (ImpTotConc). */
  notTaxableAmount: string;
  /** Other tributes (ImpTrib). */
  tributesAmount: string;
  /** What its credit notes come to, in its own currency. */
  creditedAmount: string;
  /** What its debit notes come to, in its own currency. */
  debitedAmount: string;
  /** The authority's authorization code. */
  cae: string;
  /** The day on which the CAE expires, YYYYMMDD. */
  caeExpirationDate: string;
  /** How the voucher was authorized: CAEA is a code that was obtained before, for a contingency. */
  authorization: "CAE" | "CAEA";
  /** When the authority took the report of a voucher of CAEA; null until then. Left out unless `authorization` is CAEA. */
  reported?: string | null;
  /** Why the authority refused the report of a voucher of CAEA; empty when it did not. Left out unless `authorization` is CAEA. */
  reportErrors?: Array<AuthorityMessage>;
  /** An operator gave the report up: the authority will not be told of this voucher. Else left out. */
  givenUp?: true;
  /** Always APPROVED. */
  status: "APPROVED";
  /** True in production, false in homologation. */
  production: boolean;
  /** Currency (MonId). */
  currency: string;
  /** Pesos per unit, as a string. */
  currencyQuotation: string;
  /** Your own reference; a filter of the listing. */
  externalReference: string | null;
  /** Your own key for this voucher. Use the same key for every retry: one key makes at most one voucher. */
  idempotency: string | null;
  /** The API key that issued it; null when none did. */
  apiKeyId: number | null;
  /** The person who issued it in the web application; null for all others. */
  userEmail: string | null;
  /** Where it was issued: this API, the web application, or the authority's own online tool. `rcel`: issued elsewhere and imported; it has no items, no names and no PDF here. */
  source: "api" | "app" | "rcel";
  /** When it was created. */
  created: string;
  /** Whether the PDF can be downloaded. */
  hasPdf: boolean;
  /** One row per VAT rate. */
  vat: Array<VatRow>;
  /** The authority's remarks on the authorized voucher; null when it made none. */
  taxAuthObservations: Array<AuthorityMessage> | null;
  /** 1 goods, 2 services, 3 both. */
  concept: 1 | 2 | 3;
  /** First day of the service; required with concept 2 or 3, YYYYMMDD. */
  serviceFrom: string | null;
  /** Last day of the service; required with concept 2 or 3, YYYYMMDD. */
  serviceTo: string | null;
  /** When the payment is due; required with concept 2 or 3, YYYYMMDD. */
  serviceExpiration: string | null;
  /** The receiver. */
  customer: IssuedCustomer;
  /** The lines of the voucher. */
  items: Array<IssuedItem>;
  /** The vouchers that a credit or debit note modifies. A note has them or associatedPeriod. */
  associatedVouchers: Array<ModifiedVoucher> | null;
  /** Left out in vouchers from before this field. */
  associatedPeriod?: Period | null;
  /** Invoices have the first three, notes only the last; null in all other vouchers. Left out in vouchers from before this field. */
  fce?: IssuedFce | null;
  /** Whether prices contain VAT; applies to the whole voucher. */
  priceIncludesVat: boolean;
  /** Taxes other than VAT, and perceptions. */
  tributes: Array<IssuedTribute> | null;
  /** The recipients of the PDF by mail, at most 3. */
  emails: Array<Mail> | null;
  /** Decimals on the print. */
  settings: IssuedSettings;
  /** Printed on the voucher. */
  legend: string | null;
  /** Your own remark; not printed. */
  comments: string | null;
  /** Your own keys and values; the point of sale defines which are printed. */
  additionalData: Record<string, unknown> | null;
  /** Whether the voucher is paid in the same foreign currency (CanMisMonExt). */
  cancelsInSameForeignCurrency: "S" | "N" | null;
  /** Declared instead of customer.taxType. */
  receiverTaxConditionId: number | null;
  /** Left out in vouchers from before this field. */
  activityCode?: string | null;
  /** Left out in vouchers from before this field. */
  saleCondition?: string | null;
  /** Left out in vouchers from before this field. */
  optionals?: Array<DeclaredOptional> | null;
  /** Left out in vouchers from before this field. */
  activities?: Array<DeclaredActivity> | null;
  /** Left out in vouchers from before this field. */
  buyers?: Array<DeclaredBuyer> | null;
  /** Perceptions that this service computed when the voucher's content was recorded; null where nobody asked. `lines` is empty where none was due. */
  perceptions: Perceptions | null;
}

export interface PreviewedPerceptionLine {
  /** Record of the monthly return: 1 perception, 2 informative (letter A), 4 not registered, 5 surcharge. */
  record: number;
  /** Taxed net, in the voucher's currency. */
  baseAmount: string;
  /** Rate in percent. */
  aliquot: string;
  /** Base × rate / 100, rounded half up to the cent. */
  subtotal: string;
  /** Index of its tribute in `tributes`; null when it comes to 0.00, which is no tribute. */
  tribute: number | null;
  /** Why the line is there, in words. */
  why: string;
}

export interface PreviewedPerceptions {
  /** Always sircip. */
  regime: "sircip";
  /** Month of the padrón, YYYYMM. */
  period: string;
  /** Province of delivery, for perceptions; the receiver's unless given. */
  deliveryStateId: number;
  /** The receiver's letter of the padrón; null for who is not in it, or whom SIRCIP does not reach. */
  letter: string | null;
  /** The padrón's digit for the province of delivery. */
  digit: number | null;
  /** The padrón's CRC of that month. */
  crc: number | null;
  /** Lines of the monthly return, each of which may be a tribute of the voucher. */
  lines: Array<PreviewedPerceptionLine>;
}

export interface Remark {
  /** The field's path in the body, such as items.0.price; null means the whole body. */
  field: string | null;
  /** The authority's code, or one of this API's: an error code, ZERO_TOTAL, IDEMPOTENCY_HIT or IDEMPOTENCY_IN_USE. In notes, what the law says and the authority does not guard: NOTE_RECEIVER (a note to another receiver than that of the voucher that it names), NOTE_LATE (a note more than 15 days after what it modifies), RECEIVER_WITHOUT_TAX_ID (a receiver who is no final consumer, without a CUIT), TRIBUTE_AMOUNT (a tribute whose amount is not base times rate), PERCEPTION_DELIVERY (perceptions of the receiver's province, because no province of delivery was said), PERCEPTION_NOT_YET (a delivery to a province that takes no part in SIRCIP yet), OWN_PERCEPTION (a province that may want a perception of its own), PERCEPTION_TWICE (a perception in the body for a province that takes part). */
  code: number | string;
  /** The problem in words, for people. */
  message: string;
}

export interface Preview {
  /** The amounts of the voucher. */
  totals: {
    /** Taxable net. */
    net: string;
    /** VAT. */
    vat: string;
    /** Exempt. */
    exempt: string;
    /** Not taxable. */
    notTaxable: string;
    /** Other tributes. */
    tributes: string;
    /** Total amount. */
    total: string;
  };
  /** One row per VAT rate. */
  vat: Array<VatRow>;
  /** Perceptions that would be added, and why; null where nobody asks. */
  perceptions: PreviewedPerceptions | null;
  /** Reasons why the authority or this service would refuse it; empty when none is known. */
  problems: Array<Remark>;
  /** What happens otherwise than one may expect although nothing is refused: cents that are adjusted, a key that is taken, what the law says of it. */
  notes: Array<Remark>;
  /** Proof for 15 minutes that this content was previewed: agents give it back when they issue (`/mcp`). Other clients need not. */
  previewHash: string;
}

export interface NoteOfVoucher {
  /** Internal identifier. */
  id: number;
  /** The authority's code of the voucher type (CbteTipo): 1 invoice, 2 debit note, 3 credit note of letter A; 6, 7, 8 of B; 11, 12, 13 of C; 51, 52, 53 of A under withholding; 201 to 203, 206 to 208, 211 to 213 credit invoices (FCE) and their notes. */
  voucherType: number;
  /** Point of sale (PtoVta). */
  posNumber: number;
  /** Number within its point of sale and type. */
  voucherNumber: number;
  /** Total amount (ImpTotal), as a string. */
  totalAmount: string;
}

export interface VoucherWithNotes extends Voucher {
  /** The credit and debit notes that name it, however they were made. */
  notes: Array<NoteOfVoucher>;
}

export interface ScheduledMail {
  /** E-mail address. */
  email: string;
  /** The recipient's name, for the greeting. */
  name: string | null;
  /** A text for the mail's body. */
  comments: string | null;
  /** Copies in the order of printing: 1 original, 2 duplicate, 3 triplicate. */
  pdfVersions: Array<number>;
}

export interface ShownLegend {
  /** What is printed. */
  text: string;
  /** Which vouchers say it: all, those of a letter, or letters B and C to final consumers. */
  on: "all" | "final-consumers" | "A" | "B" | "C";
  /** Vouchers of this date and later ones say it, YYYYMMDD; null: all do. */
  from: string | null;
}

export interface PointOfSale {
  /** The authority's number for it. */
  number: number;
  /** A name to recognise it by. */
  name: string | null;
  /** Printed above its address; null for nothing. */
  printedName: string | null;
  /** Printed on its vouchers. */
  address: string | null;
  /** Whether it may issue. */
  enabled: boolean;
  /** Declares that only this service issues there. A voucher under our number then never counts as foreign; in doubt, an operator decides. */
  exclusive: boolean;
  /** The activity of its vouchers, 6 digits; null when it is the company's. */
  activity: string | null;
  /** Printed on its vouchers that say no other; null for none. */
  saleCondition: string | null;
  /** How the authority authorizes what is issued there: CAE, unless it was added with CAEA. One of CAEA only stands in for others in a contingency. It cannot change once there are vouchers. */
  authorization: "CAE" | "CAEA";
  /** The point of sale of CAEA that stands in for it in a contingency; null for none. */
  contingencyPos: number | null;
  /** The paper that its vouchers are printed on for the customer: a sheet, or a roll of 80 or 58 mm. */
  layout: "a4" | "ticket80" | "ticket58";
  /** Texts that are printed beside what every voucher says: what a province asks for, with its rate. */
  legends: Array<ShownLegend>;
  /** The keys that additionalData may have. */
  additionalDataKeys: Array<AdditionalDataKey>;
  /** What its invoices declare besides their own optional fields; null for none. */
  optionals: Array<Optional> | null;
  /** What its invoices declare besides their own activities; null for none. */
  activities: Array<DeclaredActivity> | null;
  /** Whether its vouchers show a logo. */
  hasLogo: boolean;
  /** When it was created. */
  created: string;
}

export interface ShownFcePayment {
  /** The account that the buyer pays to: a CBU of 22 digits. */
  cbu: string;
  /** The account's alias; null for none. */
  alias: string | null;
  /** Who may take the invoice over: the open circulation system (SCA) or the collective depositary (ADC). */
  transfer: "SCA" | "ADC";
}

export interface ShownSircipAgent {
  /** From this voucherDate on it is an agent, YYYYMMDD. */
  from: string;
  /** Provinces outside SIRCIP of which the company is an agent itself: whoever is registered there gets that province's perception besides, as a tribute of type 7 that you send. */
  ownPerceptions: Array<number>;
  /** CUITs of receivers who gave a certificate of exclusion: nothing is added for them. */
  exempt: Array<string>;
}

export interface ShownCompanyMail {
  /** Where answers to the mails with its vouchers go (Reply-To); null for the sender. */
  replyTo: string | null;
  /** The name beside the sender's address, which stays the service's; null for the service's name. */
  senderName: string | null;
}

export interface FiscalData {
  /** Company name, as it is printed. */
  name: string;
  /** The company's own VAT condition: 1 registered taxpayer, 4 exempt, 6 monotributista, 13 monotributo social, 15 not reached by VAT, 16 trabajador independiente promovido. */
  taxType: 1 | 4 | 6 | 13 | 15 | 16;
  /** Tax id, 11 digits. */
  cuit: string;
  /** Printed on its vouchers. */
  address: string | null;
  /** Province; 0 is the capital city, null means unknown. */
  stateId: number | null;
  /** Ingresos brutos registration, as it is printed. */
  grossIncome: string | null;
  /** When the company's activities began, YYYY-MM-DD, as it is printed. */
  activityStart: string | null;
  /** What to do when VAT rounded per line exceeds the authority's tolerance (10051): adjust the cents after a refusal (auto), before sending (authority), or never (line). */
  vatRounding: "auto" | "authority" | "line";
  /** How the company's credit invoices (FCE MiPyME) are paid; null when it issues none. */
  fce: ShownFcePayment | null;
  /** The activity of the company's vouchers, 6 digits, unless they or their point of sale have another; null for none. */
  activityCode: string | null;
  /** Whether invoices and notes of letter A (types 1, 2 and 3) are printed with PAGO EN CBU INFORMADA: for companies that must be paid into the account they told the authority. */
  cbuLegend: boolean;
  /** Where consumers complain, printed at the foot of every voucher where a province asks for it; null for nothing. */
  consumerComplaints: string | null;
  /** A dark colour for name, title, letter and total of the print; null for black and white. Its contrast to white is at least 4.5 to 1. */
  accentColor: string | null;
  /** Printed small at the foot of every voucher; null for nothing. */
  footerText: string | null;
  /** Whether the authority put the company into class A under withholding: it issues types 51, 52 and 53, which no other company does. */
  withheldA: boolean;
  /** The category of a monotributista (taxType 6), A to K; null when it is not said. Another taxType clears it. */
  monotributoCategory: "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | null;
  /** Texts that are printed beside what every voucher says: what a province asks for, with its rate. */
  legends: Array<ShownLegend>;
  /** How the company is an agent of SIRCIP (perceptions of gross income tax); null when it is none. */
  sircip: ShownSircipAgent | null;
  /** Under whose name the mails with its vouchers are sent, and where answers go. */
  mail: ShownCompanyMail;
  /** Whose certificate acts for the company. Read only. */
  certificate: {
    /** Whose certificate acts for the company: its own, or the operator's (delegated). */
    mode: "own" | "delegated";
    /** The certificate's tax id; null while the operator has none in this environment. */
    cuit: string | null;
  };
}

export interface Certificate {
  /** Internal identifier. */
  id: number;
  /** The certificate's name at the authority. */
  alias: string;
  /** The signing request to upload in the authority's portal, PEM. */
  csr: string;
  /** Whether this is the certificate in use. */
  active: boolean;
  /** When it expires; null until it is installed. */
  expires: string | null;
  /** When it was created. */
  created: string;
}

export interface CertificateRequest {
  /** The certificate's name at the authority. */
  alias: string;
}

export interface CertificateRequested {
  /** Internal identifier. */
  id: number;
  /** The certificate's name at the authority. */
  alias: string;
  /** The signing request to upload in the authority's portal, PEM. */
  csr: string;
}

export interface CertificateInstallation {
  /** The certificate that the authority signed, PEM. */
  certificate: string;
}

export interface Payment {
  /** The payment's id. */
  id: number;
  /** What it pays for: time, or more vouchers. */
  kind: "renewal" | "extra";
  /** What was paid, or asked for, in pesos. */
  amount: string;
  /** open: asked for and not paid yet; pending: the provider waits; approved; rejected: another may follow; expired: nothing came in time, what comes later counts; review: the operator looks at it; refunded; charged_back; closed. */
  state: "open" | "expired" | "pending" | "approved" | "rejected" | "review" | "refunded" | "charged_back" | "closed";
  /** What ties it to the payment at the provider, or to the transfer. */
  reference: string;
  /** When it was asked for, or first seen. */
  created: string;
  /** When it got its state; null while open. */
  settled: string | null;
  /** The voucher that the operator's own company issued for it; null without one. It came by mail. */
  voucher: {
    /** The voucher's id. */
    id: number;
    /** Its point of sale. */
    posNumber: number;
    /** Its type (CbteTipo). */
    voucherType: number;
    /** Its number. */
    voucherNumber: number;
  } | null;
}

export interface Subscription {
  /** Null: there is none that can be paid here; the operator says how to renew. */
  plan: {
    /** The plan's code. */
    code: string;
    /** The plan's name. */
    name: string;
    /** Vouchers a month. */
    monthly: number;
    /** What a renewal costs, final, in pesos. */
    price: string;
    /** Months that a renewal pays. */
    months: number;
  } | null;
  /** Whether the company may issue and configure. */
  active: boolean;
  /** The last day that is paid. */
  until: string;
  /** The 50 newest. */
  payments: Array<Payment>;
}

export interface ApiKey {
  /** Internal identifier. */
  id: number;
  /** A name to recognise it by. */
  name: string;
  /** The beginning of the key. */
  prefix: string;
  /** What the key may do. Default: the scopes of the calling key. */
  scopes: Array<"read" | "issue" | "configure">;
  /** When it was created. */
  created: string;
  /** From then on the key is refused; null: it is valid until it is revoked. */
  expires: string | null;
  /** When it was revoked; null while it is valid. */
  revoked: string | null;
}

export interface ApiKeyMade {
  /** Internal identifier. */
  id: number;
  /** A name to recognise it by. */
  name: string;
  /** The beginning of the key. */
  prefix: string;
  /** What the key may do. Default: the scopes of the calling key. */
  scopes: Array<"read" | "issue" | "configure">;
  /** When it was created. */
  created: string;
  /** From then on the key is refused; null: it is valid until it is revoked. */
  expires: string | null;
  /** The full key, shown only this once. */
  secret: string;
}

export interface AuditEntry {
  /** Internal identifier. */
  id: number;
  /** Null when the change concerns both environments. */
  production: boolean | null;
  /** The kind of change. */
  action: string;
  /** Id of what was changed. */
  resourceId: string | null;
  /** Who made the change: a person, an API key, the command line or the system. */
  actorType: "user" | "apikey" | "admin" | "system";
  /** E-mail of the person who made the change in the web application; null for other actors. */
  actorEmail: string | null;
  /** The API key that made the change. */
  actorApiKeyId: number | null;
  /** The operator at the command line; null for other actors. */
  actorName: string | null;
  /** The changed fields before the change, without secrets. */
  before?: unknown;
  /** The changed fields after the change, without secrets. */
  after?: unknown;
  /** When it was created. */
  created: string;
}

export interface RegistryPerson {
  /** Document type (DocTipo): 80 CUIT, 96 DNI, 99 none. */
  docType: number | null;
  /** A number: convert it to a string for an issuance. */
  docNumber: number;
  /** Name or company name. */
  name: string | null;
  /** Natural or legal person. */
  personType: "natural" | "legal" | null;
  /** Usable as customer.taxType; null when unknown. */
  taxCondition: number | null;
  /** Usable as customer.stateId. */
  stateId: number | null;
  /** As the registry has it. */
  address: string | null;
  /** Whether the tax id is active. */
  status: "ACTIVE" | "INACTIVE" | null;
  /** The registered activities. */
  activities: Array<{
    /** The authority's number of the activity. */
    id: number;
    /** In the registry's words. */
    description: string;
  }>;
  /** Only while a registry that was needed does not answer: what it would add is null. */
  partial?: true;
}

export interface Check {
  /** Whether the test passed. */
  ok: boolean;
  /** Duration of the test in milliseconds. */
  ms: number;
  /** What is wrong, of a test that failed. */
  problem?: "noCertificate" | "expiredCertificate" | "certificate" | "notDelegated" | "clock" | "pointOfSale" | "request" | "numbering" | "down";
  /** What to do about it. */
  suggestion?: string;
}

export interface Delegation {
  /** Whose certificate: the company's, or the operator's. */
  mode: "own" | "delegated";
  /** The tax id to delegate to. Null for a certificate of the company's own. */
  operatorCuit: string | null;
  /** What the certificate may use for the company, service by service. */
  services: Array<{
    /** The authority's name of the service. */
    name: string;
    /** Null when the authority could not be asked. */
    authorized: boolean | null;
    /** Who has to do what, unless authorized. */
    suggestion?: string;
    /** When a delegation that was made meanwhile can show at the earliest. */
    pendingUntil?: string;
  }>;
}

export interface Notice {
  /** The authority's number of the announcement. */
  code: number;
  /** The authority's own words. */
  message: string;
  /** The authority's name of the service. */
  service: string;
  /** The environment that it came from: the key's. */
  environment: "homologation" | "production";
  /** When it was first heard. */
  firstSeen: string;
  /** When it was last heard, to about ten minutes. */
  lastSeen: string;
}

export interface Webhook {
  /** Internal identifier. */
  id: number;
  /** Where events are posted to. */
  url: string;
  /** The types of events that it is told; * is all of them. */
  events: Array<"*" | "invoice.issued" | "invoice.unconfirmed" | "invoice.settled" | "invoice.pdf_ready" | "invoice.email_sent" | "invoice.email_failed" | "invoice.imported" | "batch.finished" | "certificate.expiring" | "quota.warning" | "subscription.ending" | "subscription.renewed" | "contingency.started" | "contingency.ended" | "contingency.report_due" | "authority.notice" | "ping">;
  /** Your own words for it. */
  description: string | null;
  /** While it is false, nothing is recorded for it. */
  enabled: boolean;
  /** Why the service disabled it; null when it did not. */
  disabledReason: string | null;
  /** When it was created. */
  created: string;
}

export interface WebhookMade extends Webhook {
  /** Signs what is sent to the endpoint; shown only this once. */
  secret: string;
}

export interface WebhookDelivery {
  /** Internal identifier. */
  id: number;
  /** The event's id: the header webhook-id, the same at every attempt and endpoint. */
  eventId: string;
  /** The type of the event. */
  type: "invoice.issued" | "invoice.unconfirmed" | "invoice.settled" | "invoice.pdf_ready" | "invoice.email_sent" | "invoice.email_failed" | "invoice.imported" | "batch.finished" | "certificate.expiring" | "quota.warning" | "subscription.ending" | "subscription.renewed" | "contingency.started" | "contingency.ended" | "contingency.report_due" | "authority.notice" | "ping";
  /** What became of it so far. */
  state: "pending" | "delivered" | "failed";
  /** When it is tried next; null when it is not, or is being tried. */
  nextAttempt: string | null;
  /** When it was created. */
  created: string;
  /** How often it was tried, and how that ended; the latest last. */
  attempts: Array<{
    /** When the attempt began. */
    at: string;
    /** The status of the answer; null without one. */
    status: number | null;
    /** How long it took, in milliseconds; null while it is being made, and when nobody saw its end. */
    ms: number | null;
    /** Why there was no answer, or what was wrong with it; null while nothing went wrong. */
    error: string | null;
  }>;
}

export interface WebhookDeliveryDetails {
  /** Internal identifier. */
  id: number;
  /** The event's id: the header webhook-id, the same at every attempt and endpoint. */
  eventId: string;
  /** The type of the event. */
  type: "invoice.issued" | "invoice.unconfirmed" | "invoice.settled" | "invoice.pdf_ready" | "invoice.email_sent" | "invoice.email_failed" | "invoice.imported" | "batch.finished" | "certificate.expiring" | "quota.warning" | "subscription.ending" | "subscription.renewed" | "contingency.started" | "contingency.ended" | "contingency.report_due" | "authority.notice" | "ping";
  /** What became of it so far. */
  state: "pending" | "delivered" | "failed";
  /** When it is tried next; null when it is not, or is being tried. */
  nextAttempt: string | null;
  /** When it was created. */
  created: string;
  /** How often it was tried, and how that ended; the latest last. */
  attempts: Array<{
    /** When the attempt began. */
    at: string;
    /** The status of the answer; null without one. */
    status: number | null;
    /** How long it took, in milliseconds; null while it is being made, and when nobody saw its end. */
    ms: number | null;
    /** Why there was no answer, or what was wrong with it; null while nothing went wrong. */
    error: string | null;
    /** The first 1 KiB of the answer. */
    answer: string | null;
  }>;
  /** What is sent. */
  payload: {
    /** The type of the event. */
    type: "invoice.issued" | "invoice.unconfirmed" | "invoice.settled" | "invoice.pdf_ready" | "invoice.email_sent" | "invoice.email_failed" | "invoice.imported" | "batch.finished" | "certificate.expiring" | "quota.warning" | "subscription.ending" | "subscription.renewed" | "contingency.started" | "contingency.ended" | "contingency.report_due" | "authority.notice" | "ping";
    /** When it happened. */
    timestamp: string;
    /** What happened; depends on the type. */
    data: Record<string, unknown>;
  };
}

export interface WebhookSecret {
  /** Signs what is sent to the endpoint; shown only this once. */
  secret: string;
}

export interface BatchRequest {
  /** Your own words for it. */
  name?: string | null | undefined;
  /** The bodies of POST invoices. All their keys differ. */
  invoices: Array<IssuanceRequest>;
}

export interface Batch {
  /** Internal identifier. */
  id: number;
  /** Your own words for it. */
  name: string | null;
  /** `running` until every element is settled. */
  state: "running" | "done" | "cancelled";
  /** How many elements it has. */
  total: number;
  /** Elements of which nothing is decided yet. */
  pending: number;
  /** Elements whose key has its voucher. */
  issued: number;
  /** Elements that made no voucher. */
  failed: number;
  /** When it was created. */
  created: string;
  /** When its last element was settled. */
  finished: string | null;
}

export interface BatchResult {
  /** Its place in the batch, from 0. */
  index: number;
  /** Its key. */
  idempotency: string;
  /** What became of it. */
  state: "pending" | "issued" | "failed";
  /** The voucher's id. */
  id: number | null;
  /** The voucher's point of sale. Another than the asked one when that stood in, in a contingency. */
  posNumber: number | null;
  /** The voucher type that it asks for (CbteTipo). */
  voucherType: number;
  /** Number within its point of sale and type. */
  voucherNumber: number | null;
  /** The authority's authorization code. */
  cae: string | null;
  /** Total amount. */
  totalAmount: string | null;
  /** Why it failed: the code that POST invoices answers, or CANCELLED. */
  code: string | null;
  /** The same in words, as POST invoices answers it. */
  error: string | null;
  /** While it is pending: what somebody must decide before it goes on. Null when it goes on by itself. */
  waitsFor: string | null;
}

export interface Contingency {
  /** Whether a contingency lasts. */
  active: boolean;
  /** Since when it lasts; null while none does. */
  since: string | null;
  /** Why it began; null while none lasts. */
  reason: string | null;
  /** The code (CAEA) of the present fortnight; null while there is none. */
  code: string | null;
  /** The first day of the code, YYYYMMDD. */
  from: string | null;
  /** The last day of the code, YYYYMMDD. */
  to: string | null;
  /** The last day to report its vouchers, YYYYMMDD. */
  reportBy: string | null;
  /** How many vouchers under CAEA the authority does not know of yet. */
  unreported: number;
  /** How many of them the authority refused. */
  rejected: number;
  /** Those of CAEA. */
  pointsOfSale: Array<{
    /** Its number. */
    number: number;
    /** Its sequences, one for each voucher type. */
    sequences: Array<{
      /** The authority's code of the voucher type (CbteTipo): 1 invoice, 2 debit note, 3 credit note of letter A; 6, 7, 8 of B; 11, 12, 13 of C; 51, 52, 53 of A under withholding; 201 to 203, 206 to 208, 211 to 213 credit invoices (FCE) and their notes. */
      voucherType: number;
      /** The last number issued there; null while it is not known, and nothing can be issued there. */
      lastNumber: number | null;
      /** The last number that the authority knows of. */
      lastReported: number | null;
    }>;
  }>;
}

export interface RetriedReport {
  /** Internal identifier. */
  id: number;
  /** due: will be sent. sent: its answer is missing, and is looked up. reported, givenUp: nothing was done. */
  state: "due" | "sent" | "reported" | "givenUp";
  /** When the authority took the report; null until then. */
  reported: string | null;
  /** Why the authority refused the report; empty when it did not. */
  reportErrors: Array<AuthorityMessage>;
}

export interface MonotributoCaps {
  /** First day of these caps, YYYYMMDD. */
  from: string;
  /** Last day on which they are known to hold. */
  until: string;
  /** Cap of the company's own category; null without one. */
  own: string | null;
  /** Cap of the highest category, K. */
  top: string;
}

export interface RollingIncome {
  /** First of the twelve months' days. */
  from: string;
  /** Today in Argentina. */
  to: string;
  /** Income of the vouchers of letter C dated in these days, in pesos: net, exempt and not taxable; credit notes subtract, tributes do not count. */
  issued: string;
  /** Per cent of the top cap, with one decimal; null without caps. */
  ofTop: string | null;
}

export interface CategoryIncome {
  /** First of the twelve whole months' days. */
  from: string;
  /** Last day of the next June or December. */
  to: string;
  /** Income of the vouchers of letter C dated in these days, in pesos: net, exempt and not taxable; credit notes subtract, tributes do not count. */
  issued: string;
  /** Per cent of the own cap, with one decimal; null without a category. */
  ofOwn: string | null;
  /** Last day to tell the authority the category. */
  due: string;
}

export interface MonotributoStanding {
  /** The category of a monotributista (taxType 6), A to K; null when it is not said. Another taxType clears it. */
  category: "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | null;
  /** Caps of twelve months' income; null before the first that are known. After their last day a warning says that newer ones are missing. */
  caps: MonotributoCaps | null;
  /** The twelve months that end today, against the top cap: above it the regime excludes. */
  rolling: RollingIncome;
  /** The twelve whole months that the next category is decided by, as far as they went. */
  next: CategoryIncome;
}

export interface ReportSummary {
  /** How many vouchers there are. */
  vouchers: number;
  /** Sums of each voucher type. */
  byType: Array<{
    /** The authority's code of the voucher type (CbteTipo): 1 invoice, 2 debit note, 3 credit note of letter A; 6, 7, 8 of B; 11, 12, 13 of C; 51, 52, 53 of A under withholding; 201 to 203, 206 to 208, 211 to 213 credit invoices (FCE) and their notes. */
    voucherType: number;
    /** How many vouchers of that type there are. */
    count: number;
    /** Net amount in pesos; credit notes subtract. */
    net: string;
    /** VAT in pesos; credit notes subtract. */
    vat: string;
    /** Exempt amount in pesos; credit notes subtract. */
    exempt: string;
    /** Not taxable amount in pesos; credit notes subtract. */
    notTaxable: string;
    /** Tributes in pesos; credit notes subtract. */
    tributes: string;
    /** Total in pesos; credit notes subtract. */
    total: string;
  }>;
  /** Sums of each VAT rate. Vouchers of letter C have none. */
  byRate: Array<{
    /** VAT rate code: 3 0 %, 4 10.5 %, 5 21 %, 6 27 %, 8 5 %, 9 2.5 %; 2 exempt, 1 not taxable. */
    taxType: number;
    /** Net amount in pesos; credit notes subtract. */
    net: string;
    /** VAT in pesos; credit notes subtract. */
    vat: string;
  }>;
  /** First and last number of each sequence in the month, and what is missing between them. */
  numbering: Array<{
    /** Point of sale. */
    pos: number;
    /** Voucher type. */
    type: number;
    /** The lowest number. */
    from: number;
    /** The highest number. */
    to: number;
    /** Numbers between them that no voucher of the month has: the first 1000. */
    missing: Array<number>;
    /** How many numbers are missing. */
    missingCount: number;
  }>;
}

export type ListInvoicesQuery = Filters<{
  /** Internal id. */
  id: number;
  /** The authority's authorization code. */
  cae: string;
  /** Idempotency key. */
  idempotency: string;
  /** Your own reference. */
  externalReference: string;
  /** Fiscal date, YYYYMMDD. */
  date: string;
  /** Time of creation, ISO 8601. A day alone, YYYY-MM-DD, is the whole Argentine day. */
  created: string;
  /** Point of sale. */
  pos: number;
  /** Voucher number; fast together with pos. */
  number: number;
  /** Receiver's document type. */
  docType: number;
  /** Receiver's document number; fast together with docType. */
  docNumber: string;
  /** Voucher type. */
  type: number;
  /** Total amount. */
  total: number;
  /** Always APPROVED. */
  status: string;
  /** Origin: api, app or rcel. */
  source: string;
  /** The API key that issued it. */
  apiKeyId: number;
  /** The person who issued it in the web application. */
  userEmail: string;
}> & {
  /** Fields in the order in which they sort, separated by commas; - sorts descending. Default -id. */
  ordering?: Array<"id" | "-id" | "cae" | "-cae" | "idempotency" | "-idempotency" | "externalReference" | "-externalReference" | "date" | "-date" | "created" | "-created" | "pos" | "-pos" | "number" | "-number" | "docType" | "-docType" | "docNumber" | "-docNumber" | "type" | "-type" | "total" | "-total" | "status" | "-status" | "source" | "-source" | "apiKeyId" | "-apiKeyId" | "userEmail" | "-userEmail"> | undefined;
  /** Rows per page: default 50, at most 200; more counts as 200. */
  limit?: number | undefined;
  /** Rows to skip. Default 0. */
  offset?: number | undefined;
};

export interface DownloadInvoicePdfQuery {
  /** Copies in order, separated by commas: 1 original, 2 duplicate, 3 triplicate. Default 1. */
  versions?: Array<1 | 2 | 3> | undefined;
  /** The paper: a sheet of A4, or a roll of 80 or 58 mm for a shop's printer. Default: the layout of the point of sale. */
  layout?: "a4" | "ticket80" | "ticket58" | undefined;
}

export interface ListPointsOfSaleQuery {
  /** Rows per page: default 200, at most 200; more counts as 200. */
  limit?: number | undefined;
  /** Rows to skip. Default 0. */
  offset?: number | undefined;
}

export interface ListCertificatesQuery {
  /** Rows per page: default 200, at most 200; more counts as 200. */
  limit?: number | undefined;
  /** Rows to skip. Default 0. */
  offset?: number | undefined;
}

export interface ListPaymentsQuery {
  /** Rows per page: default 200, at most 200; more counts as 200. */
  limit?: number | undefined;
  /** Rows to skip. Default 0. */
  offset?: number | undefined;
}

export interface ListApiKeysQuery {
  /** Rows per page: default 200, at most 200; more counts as 200. */
  limit?: number | undefined;
  /** Rows to skip. Default 0. */
  offset?: number | undefined;
}

export type ListAuditLogQuery = Filters<{
  /** The kind of change, such as pos.create. */
  action: string;
  /** Id of the changed resource; fast together with action. */
  resourceId: string;
  /** Who made the change: user (a person), apikey, admin or system. */
  actorType: string;
  /** E-mail of the person who made the change. */
  actorEmail: string;
  /** The API key that made the change. */
  actorApiKeyId: number;
  /** Time of creation, ISO 8601. A day alone, YYYY-MM-DD, is the whole Argentine day. */
  created: string;
}> & {
  /** Fields in the order in which they sort, separated by commas; - sorts descending. Default -id. */
  ordering?: Array<"id" | "-id" | "action" | "-action" | "resourceId" | "-resourceId" | "actorType" | "-actorType" | "actorEmail" | "-actorEmail" | "actorApiKeyId" | "-actorApiKeyId" | "created" | "-created"> | undefined;
  /** Rows per page: default 50, at most 200; more counts as 200. */
  limit?: number | undefined;
  /** Rows to skip. Default 0. */
  offset?: number | undefined;
};

export interface GetCreditInvoiceDutyQuery {
  /** The voucher's date, YYYYMMDD; without it today in Argentina. */
  date?: string | undefined;
}

export interface GetQuotationQuery {
  /** YYYYMMDD; without it the latest quotation. */
  date?: string | undefined;
}

export interface ListWebhooksQuery {
  /** Rows per page: default 200, at most 200; more counts as 200. */
  limit?: number | undefined;
  /** Rows to skip. Default 0. */
  offset?: number | undefined;
}

export type ListDeliveriesQuery = Filters<{
  /** Internal id. */
  id: number;
  /** The event's id. */
  eventId: string;
  /** Voucher type. */
  type: string;
  /** What became of it so far, as an answer has it. */
  state: string;
  /** Time of creation, ISO 8601. A day alone, YYYY-MM-DD, is the whole Argentine day. */
  created: string;
}> & {
  /** Fields in the order in which they sort, separated by commas; - sorts descending. Default -id. */
  ordering?: Array<"id" | "-id" | "eventId" | "-eventId" | "type" | "-type" | "state" | "-state" | "created" | "-created"> | undefined;
  /** Rows per page: default 50, at most 200; more counts as 200. */
  limit?: number | undefined;
  /** Rows to skip. Default 0. */
  offset?: number | undefined;
};

export interface CreateBatchQuery {
  /** Your own words for the batch, when the body has no `name`: CSV has none. */
  name?: string | undefined;
}

export interface CreateBatchFromCsvQuery {
  /** Your own words for the batch, when the body has no `name`: CSV has none. */
  name?: string | undefined;
}

export type ListBatchesQuery = Filters<{
  /** Internal id. */
  id: number;
  /** Your own words for it. */
  name: string;
  /** What became of it so far, as an answer has it. */
  state: string;
  /** Time of creation, ISO 8601. A day alone, YYYY-MM-DD, is the whole Argentine day. */
  created: string;
}> & {
  /** Fields in the order in which they sort, separated by commas; - sorts descending. Default -id. */
  ordering?: Array<"id" | "-id" | "name" | "-name" | "state" | "-state" | "created" | "-created"> | undefined;
  /** Rows per page: default 50, at most 200; more counts as 200. */
  limit?: number | undefined;
  /** Rows to skip. Default 0. */
  offset?: number | undefined;
};

export interface ListBatchResultsQuery {
  /** Rows per page: default 200, at most 200; more counts as 200. */
  limit?: number | undefined;
  /** Rows to skip. Default 0. */
  offset?: number | undefined;
}

export interface DownloadBatchResultsQuery {
  /** Rows per page: default 200, at most 200; more counts as 200. */
  limit?: number | undefined;
  /** Rows to skip. Default 0. */
  offset?: number | undefined;
}

export interface DownloadVatBookQuery {
  /** The month of the vouchers' dates, as YYYYMM. */
  period: string;
  /** One of the two files, as text in ISO 8859-1. */
  part?: "vouchers" | "rates" | undefined;
}

export interface DownloadIvaSimpleQuery {
  /** The month of the vouchers' dates, as YYYYMM. */
  period: string;
  /** One of the two files, as CSV. */
  part?: "debit" | "restitution" | undefined;
}

export interface DownloadSircipQuery {
  /** The month of the vouchers' dates, as YYYYMM. */
  period: string;
  /** Credit notes as their original's record with negative amounts (same, the default), or as annulled ones: record 6, positive. */
  notes?: "same" | "annulled" | undefined;
  /** Field 6: 0 (the default), or blank. */
  field6?: "0" | "blank" | undefined;
  /** CRC of receivers who are not in the padrón; empty by default. */
  absentCrc?: string | undefined;
  /** 1: points of sale with 5 digits and numbers with 8. */
  zeros?: "1" | undefined;
}

export interface GetReportSummaryQuery {
  /** The month of the vouchers' dates, as YYYYMM. */
  period: string;
}

export type DownloadVouchersQuery = Filters<{
  /** Internal id. */
  id: number;
  /** The authority's authorization code. */
  cae: string;
  /** Idempotency key. */
  idempotency: string;
  /** Your own reference. */
  externalReference: string;
  /** Fiscal date, YYYYMMDD. */
  date: string;
  /** Time of creation, ISO 8601. A day alone, YYYY-MM-DD, is the whole Argentine day. */
  created: string;
  /** Point of sale. */
  pos: number;
  /** Voucher number; fast together with pos. */
  number: number;
  /** Receiver's document type. */
  docType: number;
  /** Receiver's document number; fast together with docType. */
  docNumber: string;
  /** Voucher type. */
  type: number;
  /** Total amount. */
  total: number;
  /** Always APPROVED. */
  status: string;
  /** Origin: api, app or rcel. */
  source: string;
  /** The API key that issued it. */
  apiKeyId: number;
  /** The person who issued it in the web application. */
  userEmail: string;
}> & {
  /** Fields in the order in which they sort, separated by commas; - sorts descending. Default -id. */
  ordering?: Array<"id" | "-id" | "cae" | "-cae" | "idempotency" | "-idempotency" | "externalReference" | "-externalReference" | "date" | "-date" | "created" | "-created" | "pos" | "-pos" | "number" | "-number" | "docType" | "-docType" | "docNumber" | "-docNumber" | "type" | "-type" | "total" | "-total" | "status" | "-status" | "source" | "-source" | "apiKeyId" | "-apiKeyId" | "userEmail" | "-userEmail"> | undefined;
  /** For a spreadsheet with Argentine settings: semicolons, decimal comma, byte order mark, dates as YYYY-MM-DD and Argentine times. By default commas, decimal point and the values of the listing. */
  locale?: "es-AR" | undefined;
};

/** Why a request failed. */
export type FailureCode = "NOT_FOUND" | "PDF_NOT_READY" | "QUOTA_EXCEEDED" | "SUBSCRIPTION_EXPIRED" | "SUBSCRIPTION_QUOTA_EXCEEDED" | "TAXAUTH_CONNECTION_ERROR" | "TAXAUTH_ERROR" | "TAXAUTH_UNCONFIRMED" | "VALIDATION_ERROR" | "VOUCHER_LOCK_TIMEOUT";
