import { type Amounts, computeAmounts } from "../../../shared/domain/amounts.js";
import type { Customer, IssuanceRequest, Item } from "../../../shared/domain/issuance-request.js";
import type { PrintableVoucher } from "../../../shared/domain/printable-voucher.js";
import { noPrintedTexts } from "../../../shared/domain/printed-texts.js";
import { getVoucherType } from "../../../shared/domain/voucher-types.js";

export const customers = {
  registered: {
    docType: 80,
    docNumber: "30500010912",
    name: "Librería del Puerto S.R.L.",
    taxType: 1,
    address: "Av. San Martín 1450, Rosario, Santa Fe",
    stateId: 12,
  },
  monotributista: {
    docType: 80,
    docNumber: "20224445556",
    name: "Ramiro Ñancupé",
    taxType: 6,
    address: "Mitre 88, Neuquén",
    stateId: 20,
  },
  finalConsumer: { docType: 96, docNumber: "28111222", name: "Ana María Gómez", taxType: 5, address: null, stateId: 0 },
  anonymous: { docType: 99, docNumber: "0", name: "Consumidor Final", taxType: 5, address: null, stateId: null },
} satisfies Record<string, Customer>;

export const sampleItem = (changes: Partial<Item> = {}): Item => ({
  description: "Cuaderno universitario rayado, 84 hojas",
  quantity: 1,
  price: 100,
  taxType: 5,
  code: null,
  unitType: 7,
  discount: 0,
  discountType: "percentage",
  ...changes,
});

export const sampleBody = (changes: Partial<IssuanceRequest> = {}): IssuanceRequest => ({
  idempotency: "sale-1",
  posNumber: 2,
  voucherType: 6,
  concept: 1,
  voucherDate: "20261121",
  customer: customers.finalConsumer,
  items: [sampleItem()],
  serviceFrom: null,
  serviceTo: null,
  serviceExpiration: null,
  associatedVouchers: [],
  associatedPeriod: null,
  fce: null,
  currency: { id: "PES", quotation: 1 },
  priceIncludesVat: true,
  tributes: [],
  emails: [],
  settings: { quantityPrecision: 2, pricePrecision: 2 },
  legend: null,
  comments: null,
  externalReference: null,
  additionalData: null,
  cancelsInSameForeignCurrency: null,
  receiverTaxConditionId: null,
  activityCode: null,
  ...noPrintedTexts,
  contingency: null,
  ...changes,
});

/** A voucher as issued for this body, with the amounts that the service computes. */
export function sampleVoucher(
  body: Partial<IssuanceRequest> = {},
  changes: Partial<PrintableVoucher> = {},
): PrintableVoucher {
  const whole = sampleBody(body);
  const amounts: Amounts = computeAmounts(whole);
  return {
    id: 41,
    ruleMoves: {},
    companyId: 3,
    production: true,
    posNumber: whole.posNumber,
    voucherType: whole.voucherType,
    voucherNumber: 701,
    voucherDate: whole.voucherDate,
    authorization: "CAE",
    cae: "75471234567890",
    caeExpirationDate: "20261201",
    body: whole,
    amounts,
    observations: null,
    issuer: {
      cuit: "30712345671",
      name: "Papelera Andina S.A.",
      taxType: getVoucherType(whole.voucherType).letter === "C" ? 6 : 1,
      address: "Av. Corrientes 1234, Ciudad Autónoma de Buenos Aires",
      grossIncome: "901-123456-7",
      activityStart: "2015-03-01",
      cbuLegend: false,
      consumerComplaints: null,
      accentColor: null,
      footerText: null,
      legends: [],
    },
    pointOfSale: {
      printedName: null,
      address: null,
      logoKey: null,
      layout: "a4" as const,
      legends: [],
      additionalDataKeys: [],
    },
    hasPdf: false,
    requestId: "request-1",
    ...changes,
  };
}
