import { describe, expect, test } from "vitest";
import { sayFault } from "../../../../api/http/errors.js";
import { ordinaryIssuer } from "../../../../api/schemas/asked-fce.js";
import { checkIssuance } from "../../../../api/schemas/check-issuance.js";
import { inEnglish } from "../../../../shared/domain/localized-text.js";
import { invoiceA, invoiceB } from "../../../support/samples/invoice.js";

const item = (over: Record<string, unknown> = {}) => ({
  description: "Yerba",
  quantity: 1,
  price: 100,
  taxType: 5,
  ...over,
});
const tribute = (over: Record<string, unknown> = {}) => ({
  type: 99,
  baseAmount: 100,
  aliquot: 1.5,
  subtotal: 1.5,
  ...over,
});
const note = { voucherType: 8, associatedVouchers: [{ voucherType: 6, posNumber: 1, voucherNumber: 1 }] };
const periodNote = (from: string, to: string | undefined) => ({ voucherType: 8, associatedPeriod: { from, to } });
const service = { concept: 2, serviceFrom: "20261101", serviceTo: "20261130", serviceExpiration: "20261210" };
const customer = (over: Record<string, unknown>) => ({ customer: { ...invoiceB().customer, ...over } });
const long = (length: number) => "x".repeat(length);

const faultsOf = (body: unknown) => {
  const checked = checkIssuance(body);
  return checked.ok ? [] : checked.faults.map((fault) => sayFault(fault, inEnglish));
};

describe('accepted bodies (api/README.md, "Issuance request body")', () => {
  test.each([
    ["only the required fields", invoiceB()],
    ["letter A", invoiceA()],
    ["a credit note with its voucher", invoiceB(note)],
    ["a credit note with a period", invoiceB(periodNote("20260701", "20260731"))],
    ["a note of one day, its own", invoiceB({ ...periodNote("20260818", "20260818"), voucherDate: "20260818" })],
    ["a period and no vouchers", invoiceB({ ...periodNote("20260701", "20260731"), associatedVouchers: [] })],
    ["an invoice with a null period", invoiceB({ associatedPeriod: null })],
    ["services with their dates", invoiceB(service)],
    ["the smallest quantity and a price of 0", invoiceB({ items: [item({ quantity: 0.0001, price: 0 })] })],
    ["a C voucher without tax types", invoiceB({ voucherType: 11, items: [item({ taxType: undefined })] })],
    ["a C voucher with a tax type, which is ignored", invoiceB({ voucherType: 11, items: [item({ taxType: 5 })] })],
    ["tax types that mean not taxable", invoiceB({ items: [77, 100, -1].map((taxType) => item({ taxType })) })],
    ["a C voucher with an unknown tax type", invoiceB({ voucherType: 11, items: [item({ taxType: 1_000 })] })],
    ["a discount of the whole line", invoiceB({ items: [item({ discount: 100, discountType: "amount" })] })],
    ["a discount of 100 %", invoiceB({ items: [item({ discount: 100 })] })],
    [
      "lengths at their limit",
      invoiceB({ idempotency: long(128), legend: long(200), comments: long(512), externalReference: long(128) }),
    ],
    ["texts of emoji at their limit", invoiceB({ legend: "😀".repeat(200), comments: "😀".repeat(512) })],
    ["every character that a key may contain", invoiceB({ idempotency: "aZ09-_" })],
    ["foreign currency", invoiceB({ currency: { id: "DOL", quotation: 1155.114 }, cancelsInSameForeignCurrency: "S" })],
    ["pesos with the quotation of pesos", invoiceB({ currency: { id: "PES", quotation: 1 } })],
    ["stateId null and 0", invoiceB(customer({ stateId: 0 }))],
    [
      "three recipients",
      invoiceB({ emails: [1, 2, 3].map((n) => ({ email: `a${n}@example.com`, pdfVersions: [1, 2, 3] })) }),
    ],
    ["every precision", invoiceB({ settings: { quantityPrecision: 4, pricePrecision: 6 } })],
    ["free data", invoiceB({ additionalData: { vendedor: "Juan", zona: { id: 3, tags: ["a", null, true] } } })],
    ["unknown properties, which are ignored", invoiceB({ colour: "blue", __proto__: { admin: true }, constructor: 1 })],
    ["optional fields that are null", invoiceB({ legend: null, tributes: undefined, serviceFrom: null })],
    ["a currency of nulls", invoiceB({ currency: { id: null, quotation: null } })],
  ])("%s", (_, body) => {
    expect(faultsOf(body)).toEqual([]);
  });

  test("defaults are filled in and unknown properties dropped", () => {
    const checked = checkIssuance(invoiceB({ colour: "blue" }));
    if (!checked.ok) throw new Error("refused");
    expect(checked.body).toMatchObject({
      currency: { id: "PES", quotation: 1 },
      priceIncludesVat: true,
      settings: { quantityPrecision: 2, pricePrecision: 2 },
      items: [{ unitType: 7, discount: 0, discountType: "percentage", code: null }],
      tributes: [],
      emails: [],
      legend: null,
    });
    expect(checked.body).not.toHaveProperty("colour");
  });

  test("null in an optional field means not sent", () => {
    const nulls = (...names: string[]) => Object.fromEntries(names.map((name) => [name, null]));
    const withNulls = invoiceB({
      ...nulls("associatedVouchers", "currency", "priceIncludesVat", "tributes", "settings", "legend", "comments"),
      items: [item(nulls("code", "unitType", "discount", "discountType"))],
      emails: [{ email: "ana@example.com", ...nulls("name", "comments", "pdfVersions") }],
    });
    const without = { ...withNulls, ...invoiceB({ items: [item()], emails: [{ email: "ana@example.com" }] }) };
    expect(checkIssuance(withNulls)).toEqual(checkIssuance({ ...without, idempotency: withNulls.idempotency }));
    expect(checkIssuance({ ...withNulls, emails: null })).toMatchObject({ ok: true, body: { emails: [] } });
  });
});

describe('each fault names the field by its path and says what is expected (api/README.md, "Shapes of details by code")', () => {
  test.each<[string, Record<string, unknown>, string, RegExp]>([
    ["idempotency missing", { idempotency: undefined }, "idempotency", /required/],
    ["idempotency empty", { idempotency: "" }, "idempotency", /at least 1/],
    ["idempotency too long", { idempotency: long(129) }, "idempotency", /at most 128/],
    ["idempotency with a space", { idempotency: "a b" }, "idempotency", /letters, digits/],
    ["idempotency that ends in a line break", { idempotency: "a\n" }, "idempotency", /letters, digits/],
    ["idempotency a number", { idempotency: 7 }, "idempotency", /must be a text/],
    ["posNumber a text", { posNumber: "1" }, "posNumber", /must be a number/],
    ["posNumber a fraction", { posNumber: 1.5 }, "posNumber", /whole number/],
    ["posNumber zero", { posNumber: 0 }, "posNumber", /1 or more/],
    ["voucherType missing", { voucherType: undefined }, "voucherType", /required/],
    ["concept unknown", { concept: 4 }, "concept", /one of 1, 2, 3/],
    ["a day that does not exist", { voucherDate: "20260230" }, "voucherDate", /exists, as YYYYMMDD/],
    ["a date with dashes", { voucherDate: "2026-11-21" }, "voucherDate", /exists, as YYYYMMDD/],
    ["no customer", { customer: undefined }, "customer", /required/],
    ["customer a list", { customer: [] }, "customer", /must be an object/],
    ["docNumber a number", customer({ docNumber: 30123 }), "customer.docNumber", /must be a text, not a number/],
    ["docNumber with dashes", customer({ docNumber: "30-1-2" }), "customer.docNumber", /digits, without dashes/],
    ["customer without a name", customer({ name: "  " }), "customer.name", /not be empty/],
    ["taxType of the customer missing", customer({ taxType: undefined }), "customer.taxType", /required/],
    ["stateId beyond the provinces", customer({ stateId: 25 }), "customer.stateId", /24 or less/],
    ["items missing", { items: undefined }, "items", /required/],
    ["no item", { items: [] }, "items", /at least 1/],
    ["an item that is not an object", { items: [7] }, "items.0", /must be an object/],
    ["a price below zero", { items: [item({ price: -1 })] }, "items.0.price", /0 or more/],
    ["a price beyond 13 digits", { items: [item({ price: 1e13 })] }, "items.0.price", /9999999999999 or less/],
    ["a price that is infinite", { items: [item({ price: Number.POSITIVE_INFINITY })] }, "items.0.price", /number/],
    [
      "a quantity below the minimum",
      { items: [item(), item({ quantity: 0.00009 })] },
      "items.1.quantity",
      /0.0001 or more/,
    ],
    ["a quantity as text", { items: [item({ quantity: "1" })] }, "items.0.quantity", /must be a number/],
    ["no tax type in an A or B voucher", { items: [item({ taxType: undefined })] }, "items.0.taxType", /required/],
    ["a discount below zero", { items: [item({ discount: -1 })] }, "items.0.discount", /0 or more/],
    [
      "a discount beyond 100 %",
      { items: [item({ discount: 101 })] },
      "items.0.discount",
      /100 or less: it is a percentage/,
    ],
    [
      "a discount beyond its line",
      { items: [item({ discount: 100.01, discountType: "amount" })] },
      "items.0.discount",
      /100 or less: the line/,
    ],
    [
      "an unknown discountType",
      { items: [item({ discountType: "gift" })] },
      "items.0.discountType",
      /"percentage", "amount"/,
    ],
    ["NUL in a text", { items: [item({ description: "a\0b" })] }, "items.0.description", /control characters/],
    ["half a character", { items: [item({ description: "\ud800" })] }, "items.0.description", /well-formed/],
    ["services without serviceFrom", { ...service, serviceFrom: undefined }, "serviceFrom", /required when concept/],
    ["services without serviceTo", { ...service, concept: 3, serviceTo: null }, "serviceTo", /required when concept/],
    [
      "services without serviceExpiration",
      { ...service, serviceExpiration: undefined },
      "serviceExpiration",
      /required when concept/,
    ],
    [
      "a note without its voucher",
      { ...note, associatedVouchers: undefined },
      "associatedVouchers",
      /required for credit and debit notes/,
    ],
    [
      "a note with no voucher",
      { ...note, associatedVouchers: [] },
      "associatedVouchers",
      /required for credit and debit notes/,
    ],
    [
      "a note with vouchers and a period",
      { ...note, associatedPeriod: { from: "20260701", to: "20260731" } },
      "associatedPeriod",
      /one of the two/,
    ],
    [
      "a period on an invoice",
      { associatedPeriod: { from: "20260701", to: "20260731" } },
      "associatedPeriod",
      /notes only/,
    ],
    [
      "a period that ends before it begins",
      periodNote("20260702", "20260701"),
      "associatedPeriod.from",
      /not be after to/,
    ],
    [
      "a period that ends after the note",
      { ...periodNote("20260701", "20260819"), voucherDate: "20260818" },
      "associatedPeriod.to",
      /not be after voucherDate/,
    ],
    ["a period without its end", periodNote("20260701", undefined), "associatedPeriod.to", /required/],
    ["a period of no day", periodNote("20260701", "20260732"), "associatedPeriod.to", /a date that exists/],
    [
      "a period that is a text",
      { ...periodNote("", ""), associatedPeriod: "202607" },
      "associatedPeriod",
      /must be an object/,
    ],
    [
      "an associated date that is none",
      { ...note, associatedVouchers: [{ voucherType: 6, posNumber: 1, voucherNumber: 1, date: "20260230" }] },
      "associatedVouchers.0.date",
      /a date that exists/,
    ],
    [
      "an associated voucher without its number",
      { ...note, associatedVouchers: [{ voucherType: 6, posNumber: 1 }] },
      "associatedVouchers.0.voucherNumber",
      /required/,
    ],
    [
      "an invalid associated cuit",
      { ...note, associatedVouchers: [{ voucherType: 6, posNumber: 1, voucherNumber: 1, cuit: "1" }] },
      "associatedVouchers.0.cuit",
      /11 digits/,
    ],
    ["an invalid currency code", { currency: { id: "pesos" } }, "currency.id", /currency code/],
    [
      "a foreign currency without its quotation",
      { currency: { id: "DOL" } },
      "currency.quotation",
      /required with a currency other than PES/,
    ],
    ["a quotation of pesos", { currency: { quotation: 1_155.11 } }, "currency.quotation", /must be 1 for PES/],
    ["a quotation of zero", { currency: { id: "DOL", quotation: 0 } }, "currency.quotation", /more than 0/],
    [
      "a quotation with 7 decimals",
      { currency: { id: "DOL", quotation: 1.1234567 } },
      "currency.quotation",
      /at most 6 decimals/,
    ],
    [
      "a quotation beyond 4 digits",
      { currency: { id: "DOL", quotation: 10000 } },
      "currency.quotation",
      /9999.999999 or less/,
    ],
    ["priceIncludesVat a text", { priceIncludesVat: "yes" }, "priceIncludesVat", /true or false/],
    ["a tribute without its type", { tributes: [tribute({ type: undefined })] }, "tributes.0.type", /required/],
    [
      "a tribute without its base",
      { tributes: [tribute({ baseAmount: undefined })] },
      "tributes.0.baseAmount",
      /required/,
    ],
    [
      "a tribute without its aliquot",
      { tributes: [tribute({ aliquot: undefined })] },
      "tributes.0.aliquot",
      /required/,
    ],
    [
      "a tribute without its amount",
      { tributes: [tribute({ subtotal: undefined })] },
      "tributes.0.subtotal",
      /required/,
    ],
    [
      "a tribute with a third decimal",
      { tributes: [tribute({ subtotal: 1.505 })] },
      "tributes.0.subtotal",
      /at most 2 decimals/,
    ],
    [
      "a fourth recipient",
      { emails: [1, 2, 3, 4].map((n) => ({ email: `a${n}@example.com` })) },
      "emails",
      /at most 3/,
    ],
    ["an invalid address", { emails: [{ email: "not an address" }] }, "emails.0.email", /e-mail address/],
    [
      "an address with a header in it",
      { emails: [{ email: "a@example.com\nBcc: b@example.com" }] },
      "emails.0.email",
      /e-mail address/,
    ],
    [
      "an unknown copy",
      { emails: [{ email: "a@example.com", pdfVersions: [4] }] },
      "emails.0.pdfVersions.0",
      /one of 1, 2, 3/,
    ],
    ["an unknown precision", { settings: { pricePrecision: 3 } }, "settings.pricePrecision", /one of 2, 4, 6/],
    ["a legend too long", { legend: long(201) }, "legend", /at most 200/],
    ["comments too long", { comments: long(513) }, "comments", /at most 512/],
    ["externalReference too long", { externalReference: long(129) }, "externalReference", /at most 128/],
    ["additionalData a text", { additionalData: "x" }, "additionalData", /must be an object/],
    ["additionalData with NUL", { additionalData: { a: { b: ["\0"] } } }, "additionalData", /free of NUL/],
    ["additionalData too large", { additionalData: { a: long(20_000) } }, "additionalData", /16 KB/],
    [
      "cancelsInSameForeignCurrency unknown",
      { cancelsInSameForeignCurrency: "Y" },
      "cancelsInSameForeignCurrency",
      /"S", "N"/,
    ],
    ["activityCode of 5 digits", { activityCode: "11111" }, "activityCode", /^must be 6 digits$/],
    ["activityCode of 7 digits", { activityCode: "0111110" }, "activityCode", /^must be 6 digits$/],
    ["activityCode of letters", { activityCode: "A11111" }, "activityCode", /^must be 6 digits$/],
    ["activityCode with a line break", { activityCode: "011111\n" }, "activityCode", /^must be 6 digits$/],
    ["activityCode empty", { activityCode: "" }, "activityCode", /^must be 6 digits$/],
    ["activityCode a number", { activityCode: 620_100 }, "activityCode", /must be a string|text/],
    ["saleCondition too long", { saleCondition: long(41) }, "saleCondition", /at most 40/],
    ["saleCondition blank", { saleCondition: " \n" }, "saleCondition", /^must not be empty$/],
    ["saleCondition a number", { saleCondition: 1 }, "saleCondition", /text/],
    ["saleCondition with an escape", { saleCondition: "a\u001bb" }, "saleCondition", /control characters/],
    ["receiverTaxConditionId a fraction", { receiverTaxConditionId: 1.5 }, "receiverTaxConditionId", /whole number/],
  ])("%s", (_, over, field, message) => {
    expect(faultsOf(invoiceB(over))).toEqual([{ field, message: expect.stringMatching(message) }]);
  });

  test("[R18] a voucher type that cannot be issued is refused", () => {
    for (const voucherType of [4, 9, 15, 54, 19, 20, 21, 91, 0, 5, 10, -1, 999]) {
      expect(faultsOf(invoiceB({ voucherType }))).toEqual([
        { field: "voucherType", message: expect.stringContaining("1, 2, 3, 6, 7, 8, 11, 12, 13") },
      ]);
    }
  });

  test("[R18] class A under withholding is refused to a company that does not say that it is of it", () => {
    for (const voucherType of [51, 52, 53])
      expect(faultsOf(invoiceB({ voucherType }))).toContainEqual({
        field: "voucherType",
        message: expect.stringContaining("set its withheldA with PATCH /fiscal-data first"),
      });
  });

  test("a total beyond 13 digits is refused", () => {
    const items = [item({ quantity: 2, price: 9e12 })];
    expect(faultsOf(invoiceB({ items }))).toEqual([{ field: "items", message: expect.stringMatching(/13 digits/) }]);
  });

  test("[S2] amounts in the body are ignored, because the service computes them", () => {
    const checked = checkIssuance(invoiceB({ totalAmount: 1, net: 5 }));
    if (!checked.ok) throw new Error("refused");
    expect(checked.body).not.toHaveProperty("totalAmount");
    expect(checked.amounts.total).toBe("100.00");
  });

  test("the answer lists all faults at once, one per field, including conditions between fields", () => {
    const body = invoiceB({
      ...service,
      serviceTo: undefined,
      posNumber: "1",
      items: [item({ price: "x", taxType: null }), item({ quantity: 0, discount: 150 })],
      currency: { id: "DOL" },
    });
    expect(faultsOf(body).map((fault) => fault.field)).toEqual([
      "posNumber",
      "items.0.price",
      "items.1.quantity",
      "serviceTo",
      "items.0.taxType",
      "items.1.discount",
      "currency.quotation",
    ]);
  });

  test.each([
    ["a list", []],
    ["a text", "x"],
    ["a number", 7],
    ["null", null],
    ["true", true],
  ])("a body that is %s is a fault without a field", (_, body) => {
    expect(faultsOf(body)).toEqual([{ field: null, message: "the body must be a JSON object" }]);
  });
});

test("a tribute's aliquot has as many decimals as the service allows, and two unless it says more", () => {
  const of = (aliquot: number, aliquotDecimals?: number) => {
    const issuer = { ...ordinaryIssuer, ...(aliquotDecimals && { aliquotDecimals }) };
    const checked = checkIssuance(invoiceB({ tributes: [tribute({ aliquot })] }), issuer);
    return checked.ok
      ? checked.body.tributes.map((each) => each.aliquot)
      : checked.faults.map((fault) => sayFault(fault, inEnglish).field);
  };
  expect([of(1.25), of(0.875), of(0.875, 3), of(0.8751, 3), of(0.8751, 4), of(0.87511, 4)]).toEqual([
    [1.25],
    ["tributes.0.aliquot"],
    [0.875],
    ["tributes.0.aliquot"],
    [0.8751],
    ["tributes.0.aliquot"],
  ]);
});

describe("a value of another type in the place of a code is told the codes", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["customer.taxType", customer({ taxType: "RI" }), "5 final consumer"],
    ["customer.taxType", customer({ taxType: undefined }), "5 final consumer"],
    ["customer.docType", customer({ docType: "CUIT" }), "80 CUIT"],
    ["items.0.taxType", { items: [item({ taxType: "21 %" })] }, "5 21 %"],
    ["items.0.taxType", { items: [item({ taxType: 0.21 })] }, "5 21 %"],
    ["voucherType", { voucherType: "B" }, "6, 7, 8 of B"],
    ["tributes.0.type", { tributes: [tribute({ type: "IIBB" })] }, "5 gross income (IIBB)"],
    ["receiverTaxConditionId", { receiverTaxConditionId: "5" }, "5 final consumer"],
  ])("%s of %j", (field, over, code) => {
    const checked = checkIssuance(invoiceB(over));
    const said = checked.ok ? [] : checked.faults.filter((fault) => sayFault(fault, inEnglish).field === field);
    expect(said).toHaveLength(1);
    const message = said[0]?.message;
    expect(message?.en).toMatch(/^(must be|is required: a) /);
    expect(message?.en).toContain(code);
    expect(message?.es).toMatch(/^(Tiene que ser|Falta) .* \(.*\d.*\)\.$/);
    // A person chooses from a list.
    expect(message?.app).not.toMatch(/\d/);
  });

  test("a number beyond the bounds is told the bounds", () => {
    expect(faultsOf(invoiceB(customer({ taxType: 100 })))).toEqual([
      { field: "customer.taxType", message: "must be 99 or less" },
    ]);
  });
});
