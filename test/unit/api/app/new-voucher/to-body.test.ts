import { expect, test } from "vitest";
import type { TypedFields } from "../../../../../api/app/fields/typed.js";
import { addLine, removeLine } from "../../../../../api/app/new-voucher/lines.js";
import { faultsOf } from "../../../../../api/app/new-voucher/review.js";
import { toBody } from "../../../../../api/app/new-voucher/to-body.js";
import { checkIssuance } from "../../../../../api/schemas/check-issuance.js";

const registered = { taxType: 1 };

const simple: TypedFields = {
  posNumber: "1",
  concept: "1",
  voucherDate: "2026-11-23",
  "items.0.description": "Yerba mate 1 kg",
  "items.0.quantity": "2",
  "items.0.price": "3.500,50",
  "items.0.taxType": "5",
};

const bodyOf = (over: TypedFields = {}, own = registered) =>
  JSON.parse(JSON.stringify(toBody("key", { ...simple, ...over }, own).body));

test("a line and a price are enough for a final consumer's invoice", () => {
  expect(bodyOf()).toEqual({
    idempotency: "key",
    posNumber: 1,
    voucherType: 6,
    concept: 1,
    voucherDate: "20261123",
    customer: { docType: 99, docNumber: "0", name: "Consumidor Final", taxType: 5 },
    items: [{ description: "Yerba mate 1 kg", quantity: 2, price: 3500.5, taxType: 5 }],
    priceIncludesVat: true,
  });
  expect(checkIssuance(bodyOf()).ok).toBe(true);
});

test.each([
  ["30-71015154-3", { docType: 80, docNumber: "30710151543" }],
  ["12.345.678", { docType: 96, docNumber: "12345678", taxType: 5 }],
  ["", { docType: 99, docNumber: "0", name: "Consumidor Final", taxType: 5 }],
])("the document %s says who the receiver is", (typed, customer) => {
  expect(bodyOf({ "customer.docNumber": typed }).customer).toEqual(customer);
});

test("a chosen document type counts more than the number of digits", () => {
  const over = { "customer.docNumber": "20111111112", "customer.docType": "86", "customer.name": "Ana" };
  expect(bodyOf(over).customer).toMatchObject({ docType: 86, docNumber: "20111111112", taxType: 5 });
});

test.each([
  [1, "1", 1, false, "porque el receptor es IVA Responsable Inscripto"],
  [1, "6", 1, false, "porque el receptor es Responsable Monotributo"],
  [1, "5", 6, true, "porque el receptor es Consumidor Final"],
  [1, "4", 6, true, "porque el receptor es IVA Sujeto Exento"],
  [6, "1", 11, true, "porque la empresa es Responsable Monotributo"],
  [4, "5", 11, true, "porque la empresa es IVA Sujeto Exento"],
])(
  "the letter for a company of condition %i and a receiver of %s is that of type %i",
  (own, condition, type, vat, why) => {
    const typed = { ...simple, "customer.docNumber": "30710151543", "customer.taxType": condition };
    const { body, reason } = toBody("key", typed, { taxType: own });
    expect(body).toMatchObject({ voucherType: type, priceIncludesVat: vat });
    expect(reason).toBe(why);
  },
);

test("a company under withholding issues 51 in place of 1, and B as every registered taxpayer", () => {
  const own = { taxType: 1, withheldA: true };
  const to = (condition: string) => ({ ...simple, "customer.docNumber": "30710151543", "customer.taxType": condition });
  expect(toBody("key", to("1"), own)).toMatchObject({
    body: { voucherType: 51, priceIncludesVat: false },
    reason: "porque el receptor es IVA Responsable Inscripto",
  });
  expect(toBody("key", to("5"), own).body.voucherType).toBe(6);
});

test("what was chosen counts more than what goes by itself", () => {
  expect(bodyOf({ voucherType: "3", priceIncludesVat: "true" })).toMatchObject({
    voucherType: 3,
    priceIncludesVat: true,
  });
});

test("there is no letter before there is a condition, and it is a choice that is missing, not a number", () => {
  const draft = toBody("key", { ...simple, "customer.docNumber": "30710151543" }, registered);
  expect(draft.body.voucherType).toBeUndefined();
  expect(draft.reason).toBe("La letra sale de la condición de IVA del receptor: elegila.");
  const faults = faultsOf(draft, {
    code: "VALIDATION_ERROR",
    message: "",
    details: {
      errors: [
        { field: "voucherType", message: "Falta completar este número." },
        { field: "customer.taxType", message: "Falta completar este número." },
        { field: "customer.name", message: "Falta completar este texto." },
      ],
    },
  });
  expect(faults).toEqual([
    {
      field: "customer.taxType",
      message: "Condición de IVA del receptor: elegí una condición.",
      beside: "Elegí una condición.",
    },
    {
      field: "customer.name",
      message: "Nombre del receptor: falta completar este texto.",
      beside: "Falta completar este texto.",
    },
  ]);
  // Of a company that issues letter C it hangs on nobody's condition.
  expect(toBody("key", { ...simple, "customer.docNumber": "30710151543" }, { taxType: 6 }).body.voucherType).toBe(11);
});

test("letter C sends no rate of VAT", () => {
  expect(bodyOf({}, { taxType: 6 }).items[0]).not.toHaveProperty("taxType");
});

test("service dates go with services alone", () => {
  const dates = { serviceFrom: "2026-11-01", serviceTo: "2026-11-30", serviceExpiration: "2026-12-10" };
  expect(bodyOf(dates)).not.toHaveProperty("serviceFrom");
  expect(bodyOf({ ...dates, concept: "2" })).toMatchObject({
    serviceFrom: "20261101",
    serviceTo: "20261130",
    serviceExpiration: "20261210",
  });
});

test("a credit invoice has its due date and its account, and its notes only whether it was rejected", () => {
  const over = { serviceExpiration: "2026-12-10", "fce.alias": "LIBRERIA.SUR", "fce.cancellation": "true" };
  expect(bodyOf({ ...over, voucherType: "201" })).toMatchObject({
    serviceExpiration: "20261210",
    fce: { alias: "LIBRERIA.SUR" },
  });
  const note = bodyOf({ ...over, voucherType: "203", concept: "2" });
  expect(note).not.toHaveProperty("serviceExpiration");
  expect(note.fce).toEqual({ cancellation: true });
});

test("a note names a voucher or a period, and an invoice neither", () => {
  const over = {
    "associatedVouchers.0.voucherType": "6",
    "associatedVouchers.0.posNumber": "1",
    "associatedVouchers.0.voucherNumber": "12",
  };
  expect(bodyOf(over)).not.toHaveProperty("associatedVouchers");
  expect(bodyOf({ ...over, voucherType: "8" }).associatedVouchers).toEqual([
    { voucherType: 6, posNumber: 1, voucherNumber: 12 },
  ]);
  const period = { "associatedPeriod.from": "2026-11-01", "associatedPeriod.to": "2026-11-20" };
  expect(bodyOf({ "associatedVouchers.0.voucherType": "6", ...period, voucherType: "8" })).toMatchObject({
    associatedPeriod: { from: "20261101", to: "20261120" },
  });
});

test("a foreign currency goes with its quotation, pesos with none", () => {
  const over = { "currency.quotation": "1.050,5", "currency.id": "DOL", cancelsInSameForeignCurrency: "S" };
  expect(bodyOf(over)).toMatchObject({
    currency: { id: "DOL", quotation: 1050.5 },
    cancelsInSameForeignCurrency: "S",
  });
  const inPesos = bodyOf({ ...over, "currency.id": "PES" });
  expect(inPesos).not.toHaveProperty("currency");
  expect(inPesos).not.toHaveProperty("cancelsInSameForeignCurrency");
});

test("what is no number stays as it was typed, and the API says so of its field", () => {
  const checked = checkIssuance(bodyOf({ "items.0.price": "mil" }));
  expect(checked).toMatchObject({ ok: false, faults: [{ field: ["items", 0, "price"] }] });
  expect(bodyOf({ "items.0.price": "12345678901234567,89" }).items[0].price).toBe("12345678901234567,89");
});

test("a fault is shown at the row that it is of, also when rows before it were left blank or taken away", () => {
  const typed = {
    ...simple,
    "items.0.description": "",
    "items.0.price": "",
    "items.4.description": "Azúcar",
    "emails.2.email": "x",
  };
  const { body, fieldOf } = toBody("key", typed, registered);
  expect(body.items).toHaveLength(1);
  expect(fieldOf("items.0.price")).toBe("items.4.price");
  expect(fieldOf("items")).toBe("items.4.description");
  expect(fieldOf("emails.0.email")).toBe("emails.2.email");
  expect(fieldOf("customer.name")).toBe("customer.name");
  expect(fieldOf("idempotency")).toBeNull();
});

test("a form without any line is at fault at its first line", () => {
  const { body, fieldOf } = toBody("key", addLine({}), registered);
  expect(body.items).toHaveLength(1);
  expect(fieldOf("items.0.description")).toBe("items.0.description");
});

test("a tribute has a description", () => {
  const tribute = { type: "99", baseAmount: "1.000", aliquot: "1", subtotal: "10", description: "Tasa municipal" };
  const typed = Object.fromEntries(Object.entries(tribute).map(([name, value]) => [`tributes.0.${name}`, value]));
  expect(bodyOf(typed).tributes).toEqual([
    { type: 99, baseAmount: 1_000, aliquot: 1, subtotal: 10, description: "Tasa municipal" },
  ]);
});

test("a new line has the rate of the line before, and the last one that is taken away leaves a blank one", () => {
  const two = addLine({ ...simple, "items.0.taxType": "4" });
  expect(two).toMatchObject({ "items.1.quantity": "1", "items.1.taxType": "4" });
  const mixed = addLine({ ...two, "items.0.taxType": "5", "items.1.taxType": "4" });
  expect(mixed["items.2.taxType"], "an exception is not carried on").toBe("5");
  expect(removeLine(two, 0)).not.toHaveProperty("items.0.description");
  expect(removeLine(simple, 0)).toMatchObject({ "items.0.quantity": "1", "items.0.taxType": "5" });
  expect(removeLine(simple, 0)).not.toHaveProperty("items.0.description");
});
