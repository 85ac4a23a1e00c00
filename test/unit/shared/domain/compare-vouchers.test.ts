import { expect, test } from "vitest";
import { compareVouchers } from "../../../../shared/domain/compare-vouchers.js";
import type { RecordedVoucher } from "../../../../shared/domain/recorded-voucher.js";
import { toStoredPayload } from "../../../../shared/domain/stored-payload.js";
import { toDeclared, toImportedPayload, toVatRows } from "../../../../shared/domain/stored-voucher.js";
import { numbered } from "../../issuer/authority/samples.js";

const recorded: RecordedVoucher = {
  voucherNumber: 701,
  voucherDate: "20260818",
  authorization: "CAE",
  cae: "86330767799632",
  caeExpirationDate: "20260828",
  processedAt: "2026-08-18T16:07:42.000Z",
  observations: [],
  concept: 1,
  docType: 99,
  docNumber: "0",
  totalAmount: "100",
  netAmount: "82.64",
  vatAmount: "17.36",
  exemptAmount: "0",
  notTaxableAmount: "0",
  tributesAmount: "0",
  serviceFrom: null,
  serviceTo: null,
  serviceExpiration: null,
  currency: "PES",
  currencyQuotation: "1",
  cancelsInSameForeignCurrency: null,
  receiverTaxConditionId: 5,
  vat: [{ taxType: 5, base: "82.64", amount: "17.36" }],
  tributes: [],
  associatedVouchers: [],
  associatedPeriod: null,
  optionals: [],
  activities: [],
  buyers: [],
  others: [],
};

/** The voucher as we store it after issuing it. */
function kept(changes: Parameters<typeof numbered>[0] = {}) {
  const { body, amounts } = numbered(changes);
  return {
    voucherType: body.voucherType,
    voucherDate: body.voucherDate,
    authorization: recorded.authorization,
    cae: recorded.cae,
    caeExpirationDate: recorded.caeExpirationDate,
    docType: body.customer.docType,
    docNumber: body.customer.docNumber,
    totalAmount: amounts.total,
    netAmount: amounts.net,
    vatAmount: amounts.vat,
    exemptAmount: amounts.exempt,
    notTaxableAmount: amounts.notTaxable,
    tributesAmount: amounts.tributes,
    currency: body.currency.id,
    currencyQuotation: body.currency.quotation.toFixed(6),
    vat: amounts.vatRows,
    source: "api",
    payload: toStoredPayload(body),
  };
}

const tribute = { type: 99, baseAmount: 10, aliquot: 1.5, subtotal: 0.15, description: "Tasa" };
const recordedTribute = { type: 99, baseAmount: "10", aliquot: "1.5", subtotal: "0.15", description: null };
const note = (voucherNumber: number, cuit: string | null) => ({ voucherType: 6, posNumber: 2, voucherNumber, cuit });
const customer = { docType: 80, docNumber: "030710151543", name: "SA", taxType: 1, address: null, stateId: null };

test.each<{ name: string; ours?: Parameters<typeof numbered>[0]; theirs?: Partial<RecordedVoucher>; fields: string[] }>(
  [
    { name: "the declaration as we sent it", fields: [] },
    { name: "an old voucher without the receiver's condition", theirs: { receiverTaxConditionId: null }, fields: [] },
    {
      name: "pesos with the flag for foreign currency unset",
      theirs: { cancelsInSameForeignCurrency: "N" },
      fields: [],
    },
    {
      name: "a single service date of products, which we did not declare",
      ours: { serviceExpiration: "20260901" },
      fields: [],
    },
    {
      name: "leading zeros of a document number, which we did not send",
      ours: { customer },
      theirs: { docType: 80, docNumber: "30710151543", receiverTaxConditionId: 1 },
      fields: [],
    },
    {
      name: "associated vouchers in another order with an added tax id",
      ours: { associatedVouchers: [note(7, null), note(6, null)] },
      theirs: { associatedVouchers: [note(6, "30712345671"), note(7, "30712345671")] },
      fields: [],
    },
    { name: "another total", theirs: { totalAmount: "100.01" }, fields: ["totalAmount"] },
    { name: "another CAE", theirs: { cae: "86330767799633" }, fields: ["cae"] },
    { name: "another day", theirs: { voucherDate: "20260817" }, fields: ["voucherDate"] },
    { name: "another receiver", theirs: { docType: 96, docNumber: "1" }, fields: ["docType", "docNumber"] },
    { name: "another condition", theirs: { receiverTaxConditionId: 4 }, fields: ["receiverTaxConditionId"] },
    {
      name: "cents moved between base and VAT",
      theirs: { vat: [{ taxType: 5, base: "82.65", amount: "17.35" }] },
      fields: ["vat"],
    },
    { name: "an additional tribute", theirs: { tributes: [recordedTribute] }, fields: ["tributes"] },
    {
      name: "a tribute at another rate",
      ours: { tributes: [tribute] },
      theirs: { tributes: [{ ...recordedTribute, aliquot: "1" }], totalAmount: "100.15", tributesAmount: "0.15" },
      fields: ["tributes"],
    },
    {
      name: "an aliquot of three decimals that comes back with two, among others",
      ours: { tributes: [tribute, { ...tribute, aliquot: 0.875 }, { ...tribute, type: 7, aliquot: 0.125 }] },
      theirs: {
        tributes: [
          { ...recordedTribute, type: 7, aliquot: "0.12" },
          { ...recordedTribute, aliquot: "0.88" },
          recordedTribute,
        ],
        ...{ totalAmount: "100.45", tributesAmount: "0.45" },
      },
      fields: [],
    },
    {
      name: "another associated period",
      ours: { associatedPeriod: { from: "20260701", to: "20260731" } },
      theirs: { associatedPeriod: { from: "20260701", to: "20260730" } },
      fields: ["associatedPeriod"],
    },
    {
      name: "another associated voucher",
      ours: { associatedVouchers: [note(6, null)] },
      theirs: { associatedVouchers: [note(7, null)] },
      fields: ["associatedVouchers"],
    },
    {
      name: "another issuer's associated voucher",
      ours: { associatedVouchers: [note(6, "20111111112")] },
      theirs: { associatedVouchers: [note(6, "30712345671")] },
      fields: ["associatedVouchers"],
    },
    { name: "a field that we never declare", theirs: { others: ["EmisionTipo: CAEA"] }, fields: ["others"] },
  ],
)("$name: differs in $fields", ({ ours, theirs, fields }) => {
  const found = compareVouchers(toDeclared(kept(ours)), { ...recorded, ...theirs });
  expect(found.map(({ field }) => field)).toEqual(fields);
});

test("a difference is listed with both values", () => {
  expect(compareVouchers(toDeclared(kept()), { ...recorded, totalAmount: "99.5" })).toEqual([
    { field: "totalAmount", ours: "100", authority: "99.5" },
  ]);
});

test("an imported voucher equals the record that it was made from", () => {
  const foreign: RecordedVoucher = {
    ...recorded,
    concept: 2,
    serviceFrom: "20260801",
    serviceTo: "20260831",
    serviceExpiration: "20260910",
    currency: "DOL",
    currencyQuotation: "1155.114",
    cancelsInSameForeignCurrency: "S",
    receiverTaxConditionId: null,
    tributes: [recordedTribute],
    associatedVouchers: [note(6, "30712345671")],
    optionals: [{ id: "23", value: "OC 17" }],
    activities: [{ id: 620_100 }],
    buyers: [{ docType: 80, docNumber: "30710151543", share: 60 }],
    others: ["Novedad.Detalle: x"],
  };
  const payload = toImportedPayload(foreign);
  const row = { ...foreign, voucherType: 6, source: "rcel", payload, vat: toVatRows(foreign), totalAmount: "100.00" };
  expect(compareVouchers(toDeclared(row), foreign)).toEqual([]);
  expect(compareVouchers(toDeclared(row), { ...foreign, serviceTo: null })).toHaveLength(1);
  expect(payload.activityCode).toBeNull();
  expect(payload.optionals).toEqual(foreign.optionals);
  for (const changes of [{ optionals: [] }, { activities: [] }, { buyers: [] }])
    expect(compareVouchers(toDeclared(row), { ...foreign, ...changes })).toHaveLength(1);
});

test("an imported note that cancels a credit invoice keeps its date of payment, which our own never have", () => {
  const foreign: RecordedVoucher = {
    ...recorded,
    serviceExpiration: "20260910",
    associatedVouchers: [note(201, "30712345671")],
    optionals: [{ id: "22", value: "S" }],
  };
  const payload = toImportedPayload(foreign);
  const row = { ...foreign, voucherType: 203, source: "rcel", payload, vat: toVatRows(foreign), totalAmount: "100.00" };
  expect(payload.fce).toEqual({ cancellation: true });
  expect(compareVouchers(toDeclared(row), foreign)).toEqual([]);
  expect(toDeclared({ ...row, source: "api" }).serviceExpiration).toBeNull();
});

test("how a credit invoice is paid is compared, in any order, where it is known", () => {
  const fce = { cbu: "2850590940090418135201", alias: null, transfer: "SCA" as const };
  const ours = toDeclared({ ...kept(), payload: { ...kept().payload, fce } });
  const optionals = [
    { id: "27", value: "SCA" },
    { id: "2101", value: fce.cbu },
  ];
  const told = { ...ours, optionals };
  expect(compareVouchers(ours, told)).toEqual([]);
  expect(compareVouchers(ours, { ...told, optionals: null })).toEqual([]);
  expect(compareVouchers(ours, { ...told, optionals: [{ id: "27", value: "ADC" }, ...optionals.slice(1)] })).toEqual([
    { field: "optionals", ours: `2101 ${fce.cbu}; 27 SCA`, authority: `2101 ${fce.cbu}; 27 ADC` },
  ]);
});
