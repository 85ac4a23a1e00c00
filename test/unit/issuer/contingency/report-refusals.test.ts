import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { checkIssuance } from "../../../../api/schemas/check-issuance.js";
import { projectFolder } from "../../../../shared/assets/assets.js";
import type { IssuanceRequest } from "../../../../shared/domain/issuance-request.js";
import { publicCase } from "../../../support/public-case.js";
import { type Attempt, foresee, judge, monotributista, refusalsOf, registered, today } from "./simulated-report.js";

const sale = {
  idempotency: "k1",
  posNumber: 1,
  voucherType: 6,
  concept: 1,
  voucherDate: today,
  customer: { docType: 99, docNumber: "0", name: "Consumidor Final", taxType: 5 },
  items: [{ description: "article", quantity: 1, price: 100, taxType: 5 }],
};
const company = { docType: 80, docNumber: "30710151543", name: "Empresa", taxType: 1 };
const person = { docType: 96, docNumber: "12345678", name: "Ana", taxType: 5 };
const about = (changes: object = {}) => ({
  associatedVouchers: [{ voucherType: 6, posNumber: 1, voucherNumber: 5, ...changes }],
});
const aboutC = { associatedVouchers: [{ voucherType: 11, posNumber: 1, voucherNumber: 5 }] };
const tribute = { type: 7, baseAmount: 100, aliquot: 1, subtotal: 1 };

const optionals = (...rows: [id: string, value: string][]) => ({
  optionals: rows.map(([id, value]) => ({ id, value })),
});
const owner: [string, string][] = [
  ["1801", "20201797064"],
  ["1802", "Ana"],
];
const known = { issuer: { ...registered, activities: [620_100, 101_011] } };
const settings = (activities: number[]) => ({
  further: { activities: { [registered.cuit]: activities }, projects: {}, insurers: [] },
});

/** A body that the API takes, and the code with which its report would be refused. */
type Case = [code: number, name: string, body: object, also?: Omit<Attempt, "body">];

const cases: Case[] = [
  [704, "a date before the last one there", { voucherDate: "20261118" }, { lastDate: "20261119" }],
  [715, "lines whose VAT comes to nothing", { items: [{ ...sale.items[0], price: 0.01 }] }],
  [788, "a sale to oneself", { customer: { ...company, docNumber: registered.cuit, taxType: 4 } }],
  [802, "a note about point of sale 99999", { voucherType: 8, ...about({ posNumber: 99_999 }) }],
  [803, "a note about number 99999999", { voucherType: 8, ...about({ voucherNumber: 99_999_999 }) }],
  [
    804,
    "a note about one voucher twice",
    { voucherType: 8, associatedVouchers: [about(), about()].flatMap((one) => one.associatedVouchers) },
  ],
  [
    807,
    "an invoice C about a remito",
    { voucherType: 11, associatedVouchers: [{ voucherType: 991, posNumber: 1, voucherNumber: 5 }] },
    { issuer: monotributista },
  ],
  [807, "an invoice C about an invoice", { voucherType: 11, ...aboutC }, { issuer: monotributista }],
  [823, "a condition that nobody knows", { receiverTaxConditionId: 99 }],
  [900, "a tribute that nobody knows", { tributes: [{ ...tribute, type: 50 }] }],
  [908, "another tribute without a name", { tributes: [{ ...tribute, type: 99 }] }],
  [1401, "a currency that nobody knows", { currency: { id: "ZZZ", quotation: 3 } }],
  [1403, "an A to a person", { voucherType: 1, customer: { ...person, taxType: 1 } }],
  [1404, "a kind of document that nobody knows", { customer: { ...person, docType: 55 } }],
  [1417, "a large sale to nobody", { items: [{ ...sale.items[0], price: 10_000_000 }] }],
  [1418, "a number of nobody", { customer: { ...sale.customer, docNumber: "12345678" } }],
  [1419, "a person without a number", { customer: { ...person, docNumber: "0" } }],
  [1421, "an A to 11111111111", { voucherType: 1, customer: { ...company, docNumber: "11111111111" } }],
  [1421, "an A to 70123456789", { voucherType: 1, customer: { ...company, docNumber: "70123456789" } }],
  [1423, "tributes that come to nothing", { tributes: [{ ...tribute, subtotal: 0 }] }],
  [1426, "a C with an optional field", { voucherType: 11, ...optionals(["17", "2"]) }, { issuer: monotributista }],
  [1100, "a school's optional field", optionals(["10", "0"])],
  [1100, "an optional field that no table has", optionals(["9999", "x"])],
  [1101, "an optional field twice", optionals(["2", "0"], ["2", "0"])],
  [813, "two resolutions", optionals(["17", "2"], ["10", "0"])],
  [1517, "rent in a C", { voucherType: 11, ...optionals(["17", "2"]) }, { issuer: monotributista }],
  [1519, "an owner twice", optionals(["17", "1"], ...owner, ...owner)],
  [1521, "an intermediary without owners", optionals(["17", "1"])],
  [1523, "an owner who is not in the register", optionals(["17", "1"], ["1801", "20201797065"], ["1802", "Ana"])],
  [1524, "the company as owner", optionals(["17", "1"], ["1801", registered.cuit], ["1802", "Ana"])],
  [1525, "an owner without a name", optionals(["17", "2"], ["1801", "20201797064"])],
  [1526, "an owner without rent", optionals(...owner)],
  [
    1432,
    "several buyers",
    {
      customer: { ...company, taxType: 5 },
      buyers: [
        { docType: 80, docNumber: company.docNumber, share: 60 },
        { docType: 86, docNumber: "20201797064", share: 40 },
      ],
    },
  ],
  [16_003, "an activity twice", { activities: [{ id: 620_100 }, { id: 620_100 }] }, known],
  [16_005, "an activity that the company lacks", { activities: [{ id: 471_120 }] }, known],
  [16_010, "a delivery note of meat", { voucherType: 8, ...about({ voucherType: 995 }) }],
  [16_011, "a delivery note of flour", { voucherType: 8, ...about({ voucherType: 993 }) }],
  [16_012, "a delivery note of tobacco", { voucherType: 8, ...about({ voucherType: 88 }) }],
  [
    16_013,
    "an activity that may need a delivery note",
    { activities: [{ id: 101_011 }] },
    { ...known, settings: settings([101_011]) },
  ],
  [1444, "a credit note C of a company that is registered now", { voucherType: 13, ...aboutC }],
  [1444, "a credit note B of a monotributista", { voucherType: 8, ...about() }, { issuer: monotributista }],
  [1497, "a note of 2005", { voucherType: 8, associatedPeriod: { from: "20050101", to: "20050131" } }],
  [1497, "a note from the first day of 2006 on", { voucherType: 8, associatedPeriod: { from: "20060101", to: today } }],
  ...["1", "123456", "123456789", "12345678901"].map((docNumber): Case => {
    return [1528, `a DNI of ${docNumber.length} digits`, { customer: { ...person, docNumber } }];
  }),
];

/** What decides the other codes that refuse a report. */
const notOfContent: Record<string, number[]> = {
  "the call and the issuer, whatever the voucher is": [10000, 10001, 10002, 10003],
  "the point of sale: its kind, and its days of opening and closing, which no answer tells": [701, 709, 781],
  "our numbering, which begins after the authority's and leaves no gap": [703, 784, 1300],
  "the code: the authority gave it, and the voucher's date chooses it": [702, 705, 780, 782],
  "the day of the report": [1414],
  "the moment of issuing, which we write ourselves": [1440, 1441],
  "no lots: each voucher has one number": [711, 1415, 1416, 1422, 1433],
  "the API takes no body without it, or of another form": [713, 783, 805, 808, 826, 1405, 1491, 1492, 1498, 1499, 1504],
  "days that the API has read": [1493, 1494, 1495, 1496],
  "amounts that we compute, or whose digits the API counts": [
    717, 718, 719, 723, 726, 905, 906, 907, 1003, 1008, 1407, 1409, 1434, 1435, 1437, 1438, 1439,
  ],
  "rows that we make: known rates alone, each with a base, and none in class C": [1000, 1009, 1443],
  "what we never send: an empty list, CanMisMonExt of another form": [800, 820, 1103, 16000, 16001],
  "credit invoices, which never move": [700, 812],
  // Codes of the manual that the simulator has no rule for.
  "optional fields of another type or form, which the API takes from nobody": [
    1104, 1105, 1505, 1506, 1507, 1508, 1510, 1511, 1512, 1518, 1520, 1522,
  ],
  "what the API takes, and a request for a CAE would be refused for too": [1509],
  "the authority's table of activities and its groups: what nobody can foresee counts as refused": [
    16002, 16004, 16006, 16007, 16008, 16009,
  ],
  "a delivery note that another voucher has": [16014],
  "the rules of credit invoices": [1446, 1450, 1488, 1513, 1514, 1515],
  "a period beside vouchers, or days that the API has read": [1490, 1502, 1503],
};

/** Every code of the table of section 13.4 that refuses a report. */
function documented(): number[] {
  const text = readFileSync(path.join(projectFolder, "issuer/authority/README.md"), "utf8");
  const section = text.slice(text.indexOf("### 13.4 "), text.indexOf("### 13.5 "));
  return [...section.matchAll(/^\| ([\d, ]+) \| (.*) \| reports \|$/gm)].flatMap(([, codes = "", rule = ""]) =>
    /^remarks?\b/.test(rule) ? [] : codes.split(", ").map(Number),
  );
}

function checked(changes: object): IssuanceRequest {
  const found = checkIssuance({ ...sale, ...changes });
  if (!found.ok) throw new Error(JSON.stringify(found.faults));
  return found.body;
}

test("no code that refuses a report lacks a body, or a reason why its content does not decide it", () => {
  const known = [...cases.map(([code]) => code), ...Object.values(notOfContent).flat()];
  expect(documented().length).toBeGreaterThan(80);
  expect(documented().filter((code) => !known.includes(code))).toEqual([]);
  const both = Object.values(notOfContent).flat();
  expect(cases.filter(([code]) => both.includes(code))).toEqual([]);
});

describe("stays with CAE, because the authority would refuse its report", () => {
  test.each(cases)("%i: %s", (code, _name, changes, also) => {
    const attempt = { body: checked(changes), ...also };
    expect(refusalsOf(attempt)).toContain(code);
    expect(foresee(attempt)).toContain(code);
    expect(judge(attempt)).toBeUndefined();
  });
});

for (const docNumber of ["1", "12", "123456", "123456789", "1234567890", "12345678901"])
  publicCase(
    {
      kind: "No report under CAEA is refused for its document",
      sent: `a sale to a DNI of ${docNumber.length} digits in a contingency`,
      right: "it waits for a CAE: no report of it can be refused with 1528, and none behind it is blocked",
      rule: "api/README.md, C3",
    },
    () => expect(judge({ body: checked({ customer: { ...person, docNumber } }) })).toBeUndefined(),
  );

test.each([
  ["a reference, of which reports speak for credit invoices alone", optionals(["23", "OC 17"])],
  ["an owner, whom the register may not have", optionals(["17", "1"], ...owner)],
  ["an activity while nobody told which the company has", { activities: [{ id: 620_100 }] }],
])("also what nobody can foresee stays: %s", (_name, changes) => {
  const body = checked(changes);
  expect(refusalsOf({ body })).toEqual([]);
  expect(judge({ body })).toBeUndefined();
});

test("also what nobody can foresee stays: which numbers fit a passport", () => {
  const body = checked({ customer: { ...person, docType: 94, docNumber: "1234567" } });
  expect(refusalsOf({ body })).toEqual([]);
  expect(judge({ body })).toBeUndefined();
});

describe("moves, and the authority takes its report", () => {
  test.each<[string, object, Omit<Attempt, "body">?]>([
    ["a sale to nobody", {}],
    ["a sale to a person", { customer: person }],
    ["an A to a company", { voucherType: 1, customer: company }],
    ["an A about a remito", { voucherType: 1, customer: company, ...about({ voucherType: 991 }) }],
    ["a note about an invoice", { voucherType: 8, ...about({ posNumber: 99_998, voucherNumber: 99_999_998 }) }],
    ["a note about a month", { voucherType: 8, associatedPeriod: { from: "20060102", to: today } }],
    ["an invoice C", { voucherType: 11 }, { issuer: monotributista }],
    ["a note C", { voucherType: 13, ...aboutC }, { issuer: monotributista }],
    ["a sale outside of a promoted project", optionals(["2", "0"])],
    ["rent without an intermediary", optionals(["17", "2"])],
    [
      "an A with an exception to the credit of VAT",
      {
        voucherType: 1,
        customer: company,
        ...optionals(["5", "01"], ["61", "80"], ["62", "20201797064"], ["7", "01"]),
      },
    ],
    ["an activity of the company's", { activities: [{ id: 620_100 }] }, known],
    ["dollars", { currency: { id: "DOL", quotation: 1_000 } }],
  ])("%s", (_name, changes, also) => {
    const attempt = { body: checked(changes), ...also };
    const move = judge(attempt);
    expect(move).toBeDefined();
    expect(refusalsOf(attempt, move?.declared)).toEqual([]);
  });
});
