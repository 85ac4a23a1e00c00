import fc from "fast-check";
import { expect, test } from "vitest";
import { checkIssuance } from "../../../../api/schemas/check-issuance.js";
import { taxIdOf } from "../../../../api/schemas/digits.js";
import { addDays, toFiscalDate } from "../../../../shared/domain/calendar.js";
import { saidFaults } from "../../../support/readers/said-faults.js";
import { invoiceB } from "../../../support/samples/invoice.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

function faultsOf(body: unknown): string[] {
  const checked = checkIssuance(body);
  return checked.ok ? [] : saidFaults(checked.faults);
}
const ofCustomer = (over: object) => invoiceB({ customer: { ...invoiceB().customer, ...over } });
const ofItem = (over: object) => invoiceB({ items: [{ ...invoiceB().items[0], ...over }] });

/** A text in capitals and small letters as they come. */
const inAnyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((small) => [...text].map((letter, at) => (small[at] ? letter.toLowerCase() : letter.toUpperCase())).join(""));

const codes: Record<string, string> = { DOL: "DOL", PES: "PES", USD: "DOL", ARS: "PES", EUR: "060", BRL: "012" };

test("a currency that is written in small letters is refused with the code that is meant, and one in capitals is not", () => {
  const written = fc.constantFrom(...Object.keys(codes)).chain((code) => fc.tuple(fc.constant(code), inAnyCase(code)));
  fc.assert(
    fc.property(written, ([code, id]) => {
      const quotation = codes[code] === "PES" ? 1 : 1155.5;
      expect(faultsOf(invoiceB({ currency: { id, quotation } }))).toEqual(
        id === code ? [] : [`currency.id must be a currency code of 3 letters or digits: write ${codes[code]}`],
      );
    }),
    propertyRuns(300),
  );
});

test("a service's day is refused exactly when it is more than ten years from the voucher's", () => {
  const field = fc.constantFrom("serviceFrom", "serviceTo", "serviceExpiration");
  fc.assert(
    fc.property(field, fc.integer({ min: -5_000, max: 5_000 }), fc.boolean(), (name, days, isProduct) => {
      const voucherDate = "20261125";
      const day = toFiscalDate(addDays("2026-11-25", days));
      const service = { serviceFrom: voucherDate, serviceTo: voucherDate, serviceExpiration: voucherDate };
      const isHeld = !isProduct || name !== "serviceExpiration";
      const isFar = isHeld && (day < "20161125" || day > "20361125");
      expect(faultsOf(invoiceB({ concept: isProduct ? 1 : 2, voucherDate, ...service, [name]: day }))).toEqual(
        isFar ? [`${name} is more than ten years from voucherDate, ${voucherDate}: look at the year`] : [],
      );
    }),
    propertyRuns(500),
  );
});

const digits = "customer.docNumber must be 1 to 11 digits";

test("a document with letters is refused with its digits, where they can be meant", () => {
  const letters = fc.stringMatching(/^[A-Za-z]{1,4}$/);
  fc.assert(
    fc.property(letters, fc.stringMatching(/^\d{4,11}$/), fc.constantFrom("", " ", "-"), (prefix, number, sign) => {
      expect(faultsOf(ofCustomer({ docType: 94, docNumber: `${prefix}${sign}${number}` }))).toEqual([
        `${digits}: of a passport or a foreign document that has letters declare the digits alone, ${number}`,
      ]);
    }),
    propertyRuns(300),
  );
});

test("a number that a spreadsheet rounded is refused as that, wherever digits are asked for", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 999_999 }),
      fc.integer({ min: 7, max: 15 }),
      fc.constantFrom(",", "."),
      fc.constantFrom("E", "e"),
      (first, rest, power, sign, letter) => {
        const written = `${first}${sign}${rest}${letter}+${String(power).padStart(2, "0")}`;
        const told = `is ${written}, because the spreadsheet rounded it: make the column text, and write the whole number anew`;
        expect(faultsOf(ofCustomer({ docNumber: written }))).toEqual([`customer.docNumber ${told}`]);
        const associatedVouchers = [{ voucherType: 6, posNumber: 1, voucherNumber: 1, cuit: written }];
        expect(faultsOf(invoiceB({ voucherType: 8, associatedVouchers }))).toEqual([
          `associatedVouchers.0.cuit ${told}`,
        ]);
      },
    ),
    propertyRuns(300),
  );
});

test("whatever is negative in a line is refused with what is meant by it, and with nothing else", () => {
  const less = "must be 0 or more: what a line costs less is its discount, and what is given back of an earlier sale";
  fc.assert(
    fc.property(
      fc.constantFrom("price", "quantity", "discount"),
      fc.integer({ min: 1, max: 10 ** 9 }).map((cents) => -cents / 100),
      (field, value) => {
        expect(faultsOf(ofItem({ [field]: value }))).toEqual([
          field === "discount"
            ? "items.0.discount must be 0 or more: what is charged on top is a line of its own"
            : `items.0.${field} ${less} is a credit note`,
        ]);
      },
    ),
    propertyRuns(300),
  );
});

test("however often an address is named, it gets one mail, and all copies that were asked for", () => {
  const address = fc.constantFrom("ana@example.com", "beto@ñandú.com.ar", "caro@example.org");
  const named = address.chain((email) =>
    fc.record({ email: inAnyCase(email), copies: fc.subarray([1, 2, 3], { minLength: 1 }) }),
  );
  fc.assert(
    fc.property(fc.array(named, { minLength: 1, maxLength: 3 }), (some) => {
      const emails = some.map(({ email, copies }) => ({ email, pdfVersions: copies }));
      const checked = checkIssuance(invoiceB({ emails }));
      if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
      const copiesOf = new Map<string, number[]>();
      for (const { email, copies } of some) {
        const key = email.toLowerCase();
        copiesOf.set(key, [...new Set([...(copiesOf.get(key) ?? []), ...copies])].sort());
      }
      const mailed = checked.body.emails.map(
        ({ email, pdfVersions }) => [email.toLowerCase(), [...pdfVersions].sort()] as const,
      );
      expect(new Map(mailed)).toEqual(copiesOf);
      expect(checked.body.emails).toHaveLength(copiesOf.size);
    }),
    propertyRuns(300),
  );
});

test("a tax id in a path or an option is its digits, with any of the signs that it is printed with", () => {
  const sign = fc.constantFrom("", "-", ".", " ");
  fc.assert(
    fc.property(fc.stringMatching(/^\d{11}$/), sign, sign, (number, one, other) => {
      expect(taxIdOf(`${number.slice(0, 2)}${one}${number.slice(2, 10)}${other}${number.slice(10)}`)).toBe(number);
    }),
    propertyRuns(300),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(/^[\d\s.-]+$/.test(text) || taxIdOf(text) === text).toBe(true);
    }),
    propertyRuns(300),
  );
});
