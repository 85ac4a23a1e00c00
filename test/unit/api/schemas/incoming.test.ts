import fc from "fast-check";
import { expect, test } from "vitest";
import { checkIssuance } from "../../../../api/schemas/check-issuance.js";
import { findOddRates } from "../../../../api/schemas/odd-rates.js";
import { addDays, toFiscalDate } from "../../../../shared/domain/calendar.js";
import { mailboxOf, toAsciiAddress } from "../../../../shared/domain/mail-address.js";
import { predictProblems } from "../../../../shared/domain/predictions/predict-problems.js";
import { publicCase } from "../../../support/public-case.js";
import { saidFaults } from "../../../support/readers/said-faults.js";
import { invoiceA, invoiceB } from "../../../support/samples/invoice.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

const rule = 'api/README.md, "Issuance request body"';
const kind = "What comes in, in a body";

function faultsOf(body: unknown): string[] {
  const checked = checkIssuance(body);
  return checked.ok ? [] : saidFaults(checked.faults);
}

function accepted(body: unknown) {
  const checked = checkIssuance(body);
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  return checked.body;
}

const ofCustomer = (over: object) => invoiceB({ customer: { ...invoiceB().customer, ...over } });
const ofItem = (over: object) => invoiceB({ items: [{ ...invoiceB().items[0], ...over }] });

function refused(sent: string, body: unknown, fault: string): void {
  publicCase({ kind, sent, right: `400: ${fault}`, rule }, () => {
    expect(faultsOf(body)).toEqual([fault]);
  });
}

const date = "must be a date that exists, as YYYYMMDD";
for (const sent of [
  "25/11/2026",
  "2026-11-25",
  "25.11.2026",
  "2026/11/25",
  "2026-11-25T09:30:00-03:00",
  "2026-11-26T01:00:00Z",
])
  refused(`voucherDate ${sent}`, invoiceB({ voucherDate: sent }), `voucherDate ${date}: write 20261125`);
refused("voucherDate 31/02/2026", invoiceB({ voucherDate: "31/02/2026" }), `voucherDate ${date}`);

const digits = "customer.docNumber must be 1 to 11 digits";
refused(
  "CUIT 20-30405060-7",
  ofCustomer({ docType: 80, docNumber: "20-30405060-7" }),
  `${digits}, without dashes or dots: write 20304050607`,
);
refused(
  "DNI 30.405.060",
  ofCustomer({ docType: 96, docNumber: "30.405.060" }),
  `${digits}, without dashes or dots: write 30405060`,
);
refused(
  "passport AAB123456",
  ofCustomer({ docType: 94, docNumber: "AAB123456" }),
  `${digits}: of a passport or a foreign document that has letters declare the digits alone, 123456`,
);
refused(
  "docNumber 2,02018E+10",
  ofCustomer({ docType: 80, docNumber: "2,02018E+10" }),
  "customer.docNumber is 2,02018E+10, because the spreadsheet rounded it: make the column text, and write the whole number anew",
);
refused(
  "docNumber of 12 digits with dashes",
  ofCustomer({ docNumber: "20-304050607-1" }),
  `${digits}, without dashes or dots`,
);

const associated = { voucherType: 6, posNumber: 1, voucherNumber: 1 };
const noteOf = (cuit: string) => invoiceB({ voucherType: 8, associatedVouchers: [{ ...associated, cuit }] });
refused(
  "associated CUIT 30-71234567-1",
  noteOf("30-71234567-1"),
  "associatedVouchers.0.cuit must be 11 digits: write 30712345671",
);
refused(
  "a DNI as the associated CUIT",
  noteOf("30405060"),
  "associatedVouchers.0.cuit has the digits of a DNI, and a CUIT is asked for: its 11 digits",
);

const code = "currency.id must be a currency code of 3 letters or digits: write";
for (const [sent, right] of [
  ["dol", "DOL"],
  ["usd", "DOL"],
  ["pes", "PES"],
  ["U$S", "DOL"],
  ["eur", "060"],
] as const)
  refused(
    `currency ${sent}`,
    invoiceB({ currency: { id: sent, quotation: right === "PES" ? 1 : 1155.5 } }),
    `${code} ${right}`,
  );
refused(
  "currency ARS without a quotation",
  invoiceB({ currency: { id: "ARS" } }),
  "currency.id is not a code of the authority's, which calls it PES: send that",
);

const less =
  "must be 0 or more: what a line costs less is its discount, and what is given back of an earlier sale is a credit note";
refused("a line with price -100", ofItem({ price: -100 }), `items.0.price ${less}`);
refused("a line with quantity -1", ofItem({ quantity: -1 }), `items.0.quantity ${less}`);
refused(
  "a discount of -10",
  ofItem({ discount: -10 }),
  "items.0.discount must be 0 or more: what is charged on top is a line of its own",
);

refused(
  "ñandú@example.com",
  invoiceB({ emails: [{ email: "ñandú@example.com" }] }),
  "emails.0.email must be an e-mail address, without accents before the @",
);
refused(
  "ana@localhost",
  invoiceB({ emails: [{ email: "ana@localhost" }] }),
  "emails.0.email must be an e-mail address",
);

const service = {
  concept: 2,
  voucherDate: "20261125",
  serviceFrom: "20261101",
  serviceTo: "20261130",
  serviceExpiration: "20261210",
};
for (const field of ["serviceFrom", "serviceTo", "serviceExpiration"])
  refused(
    `${field} 2062 instead of 2026`,
    invoiceB({ ...service, [field]: "20621201" }),
    `${field} is more than ten years from voucherDate, 20261125: look at the year`,
  );
publicCase(
  { kind, sent: "a product's day of payment, any year", right: "taken: what is agreed is not ours to judge", rule },
  () => {
    expect(faultsOf(invoiceB({ voucherDate: "20261125", serviceExpiration: "22061201" }))).toEqual([]);
  },
);
publicCase({ kind, sent: "a service period ten years away to the day", right: "taken", rule }, () => {
  expect(faultsOf(invoiceB({ ...service, serviceFrom: "20161125", serviceExpiration: "20361125" }))).toEqual([]);
});

publicCase({ kind, sent: "blanks around digits", right: "taken, and sent without them", rule }, () => {
  const body = accepted({
    ...invoiceA({ voucherDate: ` ${invoiceA().voucherDate}\u00a0` }),
    customer: { ...invoiceA().customer, docNumber: "\u00a030710151543 " },
    currency: { id: " DOL ", quotation: 1155.5 },
  });
  expect(body).toMatchObject({
    voucherDate: invoiceA().voucherDate,
    customer: { docNumber: "30710151543" },
    currency: { id: "DOL" },
  });
});

publicCase({ kind, sent: "blanks around DOL, and no quotation", right: "400: it is no peso", rule }, () => {
  expect(faultsOf(invoiceB({ currency: { id: " DOL " } }))).toEqual([
    "currency.quotation is required with a currency other than PES: pesos per unit on that day",
  ]);
});

publicCase(
  { kind, sent: "blanks around the days of a period the wrong way round", right: "400 as without them", rule },
  () => {
    const associatedPeriod = { from: " 20261120 ", to: "20261101" };
    expect(faultsOf(invoiceB({ voucherType: 8, voucherDate: "20261125", associatedPeriod }))).toEqual([
      "associatedPeriod.from must not be after to",
    ]);
  },
);

publicCase(
  { kind, sent: "the same address twice, with other copies", right: "taken: one mail with both copies", rule },
  () => {
    const emails = [
      { email: "Ana@Example.com", name: "Ana" },
      { email: "ana@example.com", pdfVersions: [2] },
    ];
    expect(accepted(invoiceB({ emails })).emails).toEqual([
      { email: "Ana@Example.com", name: "Ana", comments: null, pdfVersions: [1, 2] },
    ]);
  },
);

publicCase({ kind, sent: "ana@ñandú.com.ar", right: "taken", rule }, () => {
  expect(accepted(invoiceB({ emails: [{ email: "ana@ñandú.com.ar" }] })).emails[0]?.email).toBe("ana@ñandú.com.ar");
});

publicCase(
  { kind, sent: "ana@ñandú.com.ar and ana@xn--and-6ma2c.com.ar", right: "one mailbox, one mail", rule },
  () => {
    const emails = [{ email: "ana@ñandú.com.ar" }, { email: "ana@xn--and-6ma2c.com.ar" }];
    expect(accepted(invoiceB({ emails })).emails).toHaveLength(1);
  },
);

const taxRule = "api/README.md, rule 8";
const ratesIn = (body: unknown) => saidFaults(findOddRates(body));
const odd = "items.0.taxType is no VAT rate code, so the line is issued as not taxable, without VAT:";
for (const [taxType, right] of [
  [21, "5 is 21 %"],
  [0, "3 is 0 %"],
  [27, "6 is 27 %"],
  [10, "4 is 10.5 %"],
  [7, "5 is 21 %, and taxauth/tables/vat-rates has all"],
] as const)
  publicCase(
    { kind: "VAT codes of lines", sent: `taxType ${taxType}`, right: `warned: ${right}`, rule: taxRule },
    () => {
      expect(ratesIn(ofItem({ taxType }))).toEqual([`${odd} ${right}`]);
    },
  );
publicCase(
  {
    kind: "VAT codes of lines",
    sent: "taxType 21 in letter C",
    right: "nothing: letter C has no rates",
    rule: taxRule,
  },
  () => {
    expect(ratesIn({ ...ofItem({ taxType: 21 }), voucherType: 11 })).toEqual([]);
  },
);

test("a line's code is told exactly when it is none of the authority's, nor exempt, nor not taxable", () =>
  fc.assert(
    fc.property(fc.integer({ min: -5, max: 120 }), (taxType) => {
      expect(ratesIn(ofItem({ taxType })).length).toBe([1, 2, 3, 4, 5, 6, 8, 9].includes(taxType) ? 0 : 1);
    }),
    propertyRuns(300),
  ));

test("a day that a person or program writes in another form is refused with the form that is taken", () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom("/", "-", "."), (days, sign) => {
      const day = addDays("1950-01-01", days);
      const [year = "", month = "", date = ""] = day.split("-");
      const right = toFiscalDate(day);
      expect(accepted(invoiceB({ voucherDate: ` ${right} ` })).voucherDate).toBe(right);
      for (const written of [[date, month, year].join(sign), [year, month, date].join(sign)])
        expect(faultsOf(invoiceB({ voucherDate: written }))).toEqual([
          `voucherDate must be a date that exists, as YYYYMMDD: write ${right}`,
        ]);
    }),
    propertyRuns(300),
  ));

test("a tax id with any separators is refused with its digits, and blanks around it do not matter", () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 10 ** 10, max: 10 ** 11 - 1 }),
      fc.constantFrom("-", ".", " ", "/"),
      fc.integer({ min: 1, max: 10 }),
      (number, sign, at) => {
        const plain = String(number);
        const written = `${plain.slice(0, at)}${sign}${plain.slice(at)}`;
        expect(accepted(ofCustomer({ docType: 80, docNumber: `\t${plain} ` })).customer.docNumber).toBe(plain);
        expect(faultsOf(ofCustomer({ docType: 80, docNumber: written }))).toEqual([
          `${digits}, without dashes or dots: write ${plain}`,
        ]);
      },
    ),
    propertyRuns(300),
  ));

test("an address and its ASCII form are one mailbox, and the ASCII form stays as it is", () =>
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zñáéíóúü]{1,20}$/), fc.emailAddress({ size: "small" }), (label, address) => {
      const written = `ana@${label}.com.ar`;
      const ascii = toAsciiAddress(written);
      expect(ascii).toMatch(/^[\x21-\x7e]+$/);
      expect(toAsciiAddress(ascii)).toBe(ascii);
      expect(mailboxOf(written.toUpperCase().replace("ANA", "ana"))).toBe(mailboxOf(written));
      expect(mailboxOf(address)).toBe(address.toLowerCase());
    }),
    propertyRuns(300),
  ));

const problemsOf = (given: Record<string, unknown>, today = "20261125") => {
  const checked = checkIssuance({ ...given, voucherDate: "20261125" });
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  const { body, amounts } = checked;
  return predictProblems({ body, amounts, issuer: { cuit: "30712345671", taxType: 1 }, today, lastDate: null }).map(
    ({ field, code, message }) => `${field} ${code} ${message.en}`,
  );
};
const foreseen = 'api/README.md, "Further paths"';

publicCase({ kind, sent: "letter A with a DNI as docType 80", right: "that it is a DNI", rule: foreseen }, () => {
  expect(problemsOf({ ...invoiceA(), customer: { ...invoiceA().customer, docNumber: "30405060" } })).toEqual([
    "customer.docNumber 10013 30405060 has the digits of a DNI, and letter A needs the receiver's CUIT: ask for its 11 digits",
  ]);
});

publicCase(
  { kind, sent: "letter B with a DNI as docType 86", right: "that it is a DNI, docType 96", rule: foreseen },
  () => {
    expect(problemsOf(ofCustomer({ docType: 86, docNumber: "5405060" }))).toEqual([
      "customer.docNumber 10015 5405060 has the digits of a DNI, whose docType is 96: send that, or the 11 digits of the tax id",
    ]);
  },
);

for (const [id, right] of [
  ["USD", "DOL"],
  ["ARS", "PES"],
  ["EUR", "060"],
  ["BRL", "012"],
] as const)
  publicCase({ kind, sent: `currency ${id}`, right: `10037 says ${right}`, rule: foreseen }, () => {
    expect(problemsOf(invoiceB({ currency: { id, quotation: 1155.5 } }))).toEqual([
      `currency.id 10037 is not a code of the authority's, which calls it ${right}: send that`,
    ]);
  });
