import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCbu } from "../../../../shared/domain/cbu.js";
import { toDeclaredDates } from "../../../../shared/domain/declared-dates.js";
import { type FceTerms, fceTransfers, readOptionals, toOptionals, toPayment } from "../../../../shared/domain/fce.js";
import {
  findNoteType,
  findVoucherType,
  isFceType,
  isNote,
  issuableTypes,
  voucherTypesOf,
} from "../../../../shared/domain/voucher-types.js";
import { anyCbu, cbu } from "../../../support/samples/fce.js";

describe("a CBU", () => {
  test.each([cbu, "0170099220000067797370", "0000000000000000000000"])("%s can be one", (text) => {
    expect(isCbu(text)).toBe(true);
  });

  test.each(["", "285059094009041813520", `${cbu}1`, ` ${cbu}`, "28505909-40090418135201", "２850590940090418135201"])(
    "%j cannot",
    (text) => {
      expect(isCbu(text)).toBe(false);
    },
  );

  test("of any account is one, and with any single digit wrong it is none", () => {
    fc.assert(
      fc.property(anyCbu, fc.nat(21), fc.integer({ min: 1, max: 9 }), (text, at, more) => {
        expect(isCbu(text)).toBe(true);
        const digit = (Number(text[at]) + more) % 10;
        expect(isCbu(text.slice(0, at) + digit + text.slice(at + 1))).toBe(false);
      }),
    );
  });

  test("with two neighbours swapped is none where their weights tell them apart", () => {
    // Weights of neighbours differ by 2 or 6: digits that differ by 5 pass.
    fc.assert(
      fc.property(
        anyCbu,
        fc.constantFrom(0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19),
        (text, at) => {
          const [one, other] = [text.charAt(at), text.charAt(at + 1)];
          fc.pre(Math.abs(Number(one) - Number(other)) % 5 !== 0);
          expect(isCbu(text.slice(0, at) + other + one + text.slice(at + 2))).toBe(false);
        },
      ),
    );
  });
});

describe("what an invoice is paid by", () => {
  const company = { cbu, alias: "empresa.cobros", transfer: "SCA" as const };
  const asked = { cbu: null, alias: undefined, transfer: null, cancellation: null };
  const other = "0170099220000067797370";

  test("[F2] is the company's, each part of it unless the request has it", () => {
    expect(toPayment(company, null)).toEqual(company);
    expect(toPayment(company, asked)).toEqual(company);
    expect(toPayment(company, { ...asked, transfer: "ADC" })).toEqual({ ...company, transfer: "ADC" });
    expect(toPayment(company, { ...asked, alias: "otro.alias" })).toEqual({ ...company, alias: "otro.alias" });
    expect(toPayment(company, { ...asked, alias: null })).toEqual({ ...company, alias: null });
  });

  test("[F2] has the company's alias beside the company's own account only", () => {
    expect(toPayment(company, { ...asked, cbu })).toEqual(company);
    expect(toPayment(company, { ...asked, cbu: other })).toEqual({ ...company, cbu: other, alias: null });
    expect(toPayment(company, { ...asked, cbu: other, alias: "otro.alias" })).toEqual({
      ...company,
      cbu: other,
      alias: "otro.alias",
    });
  });
});

const anyTerms: fc.Arbitrary<FceTerms> = fc.oneof(
  fc.record({
    cbu: anyCbu,
    alias: fc.option(fc.stringMatching(/^[A-Za-z0-9.-]{6,20}$/), { nil: null }),
    transfer: fc.constantFrom(...fceTransfers),
  }),
  fc.record({ cancellation: fc.boolean() }),
);

test("optional fields say what a voucher declares, and are read back to it in any order", () => {
  expect(toOptionals({ cbu, alias: "empresa.cobros", transfer: "ADC" })).toEqual([
    { id: "2101", value: cbu },
    { id: "2102", value: "empresa.cobros" },
    { id: "27", value: "ADC" },
  ]);
  expect(toOptionals({ cancellation: true })).toEqual([{ id: "22", value: "S" }]);
  expect(toOptionals({ cancellation: false })).toEqual([{ id: "22", value: "N" }]);
  expect([toOptionals(null), toOptionals(undefined)]).toEqual([[], []]);
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const optionals = toOptionals(terms);
      expect(readOptionals(optionals)).toEqual({ fce: terms, others: [] });
      const reference = { id: "23", value: "OC 17" };
      expect(readOptionals([reference, ...optionals.toReversed()])).toEqual({ fce: terms, others: [reference] });
    }),
  );
});

test.each([
  [[]],
  [[{ id: "23", value: "OC 17" }]],
  [[{ id: "2101", value: cbu }]],
  [
    [
      { id: "2101", value: cbu },
      { id: "27", value: "XXX" },
    ],
  ],
])("optional fields %j of a voucher issued elsewhere say nothing of it, and stay as they are", (optionals) => {
  expect(readOptionals(optionals)).toEqual({ fce: null, others: optionals });
});

describe("the dates that are declared", () => {
  const dates = { serviceFrom: "20260801", serviceTo: "20260831", serviceExpiration: "20260910" };
  const none = { serviceFrom: null, serviceTo: null, serviceExpiration: null };

  test.each([201, 206, 211])("[F3] of credit invoice %i always have that of the payment", (voucherType) => {
    const due = { ...none, serviceExpiration: "20260910" };
    expect(toDeclaredDates(voucherType, { concept: 1, ...due })).toEqual(due);
    expect(toDeclaredDates(voucherType, { concept: 1, ...due, serviceFrom: "20260801" })).toEqual(due);
    expect(toDeclaredDates(voucherType, { concept: 1, ...dates })).toEqual(dates);
    expect(toDeclaredDates(voucherType, { concept: 2, ...dates })).toEqual(dates);
  });

  test.each([202, 203, 207, 208, 212, 213])("[F3] of its note %i never have it", (voucherType) => {
    expect(toDeclaredDates(voucherType, { concept: 3, ...dates })).toEqual({ ...dates, serviceExpiration: null });
    expect(toDeclaredDates(voucherType, { concept: 1, ...dates, serviceExpiration: null })).toEqual(none);
  });

  test("of all others are whole or none for goods, and as given for services", () => {
    expect(toDeclaredDates(6, { concept: 1, ...none, serviceExpiration: "20260910" })).toEqual(none);
    expect(toDeclaredDates(6, { concept: 1, ...dates })).toEqual(dates);
    expect(toDeclaredDates(8, { concept: 2, ...dates })).toEqual(dates);
  });
});

describe("the types", () => {
  test("are these, each with its letter and kind", () => {
    expect(issuableTypes.map(([code]) => code)).toEqual([
      ...[1, 2, 3, 6, 7, 8, 11, 12, 13, 51, 52, 53],
      ...[201, 202, 203, 206, 207, 208, 211, 212, 213],
    ]);
    for (const [code, traits] of issuableTypes.filter(([code]) => code < 50)) {
      expect([traits.isFce, traits.isWithheld]).toEqual([false, false]);
      expect(findVoucherType(code + 200)).toEqual({ ...traits, isFce: true });
    }
    expect([7, 207, 212].map((code) => findVoucherType(code)?.kind)).toEqual(["debitNote", "debitNote", "debitNote"]);
    for (const code of [51, 52, 53])
      expect(findVoucherType(code)).toEqual({ ...findVoucherType(code - 50), isWithheld: true });
    expect([206, 208, 6, 4, 205].map(isFceType)).toEqual([true, true, false, false, false]);
    expect(issuableTypes.filter(([, traits]) => isNote(traits))).toHaveLength(14);
  });

  test("have credit notes of their own family", () => {
    const pairs = issuableTypes.map(([code]) => [code, findNoteType("credit", code)]).filter(([, note]) => note);
    expect(pairs).toEqual([
      ...[
        [1, 3],
        [2, 3],
        [6, 8],
        [7, 8],
        [11, 13],
        [12, 13],
        [51, 53],
        [52, 53],
      ],
      ...[
        [201, 203],
        [202, 203],
        [206, 208],
        [207, 208],
        [211, 213],
        [212, 213],
      ],
    ]);
  });

  test("under withholding are for registered taxpayers who say so", () => {
    const ofA = (taxType: number, withheldA: boolean) =>
      voucherTypesOf({ taxType, hasFce: false, withheldA }).filter((code) => code > 50);
    expect([ofA(1, true), ofA(1, false), ofA(6, true), ofA(15, true)]).toEqual([[51, 52, 53], [], [], []]);
  });

  test("that a company may issue have credit invoices only when it is set up for them", () => {
    expect(voucherTypesOf({ taxType: 1, hasFce: false, withheldA: false })).toEqual([1, 2, 3, 6, 7, 8]);
    expect(voucherTypesOf({ taxType: 6, hasFce: false, withheldA: false })).toEqual([11, 12, 13]);
    expect(voucherTypesOf({ taxType: 1, hasFce: true, withheldA: false })).toEqual([
      1, 2, 3, 6, 7, 8, 201, 202, 203, 206, 207, 208,
    ]);
    expect(voucherTypesOf({ taxType: 4, hasFce: true, withheldA: false })).toEqual([11, 12, 13, 211, 212, 213]);
  });
});
