import fc from "fast-check";
import { expect, test } from "vitest";
import { checkIssuance } from "../../../../api/schemas/check-issuance.js";
import { computeAmounts } from "../../../../shared/domain/amounts.js";
import { toDeclaration } from "../../../../shared/domain/declaration.js";
import type { IssuanceRequest } from "../../../../shared/domain/issuance-request.js";
import { optionalKinds } from "../../../../shared/domain/optionals/optional-kinds.js";
import { predictProblems } from "../../../../shared/domain/predictions/predict-problems.js";
import { whyNeverMet } from "../../../support/refusals/never-met.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";
import { issuer, today } from "./faulty-bodies.js";
import { judgeDeclared } from "./judge-declared.js";

const owner = "20201797064";
const values = fc.oneof(
  fc.constantFrom(
    "0",
    "1",
    "2",
    "01",
    "04",
    "80",
    "96",
    "77",
    "12345678",
    owner,
    "20201797065",
    issuer.cuit,
    "OC 17",
    "28111222",
  ),
  fc.string({ minLength: 1, maxLength: 3 }),
);
const optional = fc.record({ id: fc.constantFrom(...optionalKinds.map(({ id }) => id), "9999", "22"), value: values });
const regime = fc.oneof(
  fc.constantFrom(["10", "1"], ["10", "0"]).map(([id = "", value = ""]) => [
    { id, value },
    { id: "1011", value: "96" },
    { id: "1012", value: "28111222" },
  ]),
  fc.constantFrom("1", "2").map((value) => [
    { id: "17", value },
    { id: "1801", value: owner },
    { id: "1802", value: "Ana" },
  ]),
);
const buyer = (docNumber: string, docType = 80) => ({ docType, docNumber });
const parties = [buyer("30500010912"), buyer("20222222223", 86), buyer(issuer.cuit), buyer("30500010912", 96)];

const isDelivery = (type = 0) => [88, 91].includes(type) || type > 990;

const candidates = fc.record({
  voucherType: fc.constantFrom(1, 2, 6, 8, 11, 13),
  concept: fc.constantFrom(1, 2),
  optionals: fc.option(
    fc.oneof(
      fc.array(optional, { maxLength: 3 }),
      fc.tuple(regime, fc.array(optional, { maxLength: 1 })).map(([rows, more]) => [...rows, ...more]),
      regime.chain((rows) => fc.subarray(rows, { minLength: 1 })),
    ),
    { nil: undefined },
  ),
  activities: fc.option(fc.array(fc.constantFrom({ id: 620_100 }, { id: 471_120 }, { id: 999_999 }), { maxLength: 2 })),
  buyers: fc.option(
    fc
      .tuple(
        fc.subarray(parties, { minLength: 1, maxLength: 3 }),
        fc.constantFrom([60, 40], [50, 50], [33.34, 33.33, 33.33]),
      )
      .map(([who, shares]) => who.map((one, index) => ({ ...one, share: shares[index] ?? 1 }))),
  ),
  associatedVouchers: fc
    .constantFrom(88, 993, 995, 991, 91, 6, 1)
    .map((voucherType) => [{ voucherType, posNumber: 1, voucherNumber: 1 }]),
  customer: fc.constantFrom(
    { ...buyer("30500010912"), name: "x", taxType: 1 },
    { docType: 99, docNumber: "0", name: "x", taxType: 5 },
  ),
});

const bodies = candidates
  .map((candidate): IssuanceRequest | undefined => {
    const isNote = [2, 8, 13].includes(candidate.voucherType);
    const checked = checkIssuance({
      idempotency: "k1",
      posNumber: 1,
      voucherDate: today,
      items: [{ description: "x", quantity: 1, price: 100, taxType: 5 }],
      ...(candidate.concept === 2 && { serviceFrom: today, serviceTo: today, serviceExpiration: today }),
      ...candidate,
      associatedVouchers:
        isNote || isDelivery(candidate.associatedVouchers[0]?.voucherType) ? candidate.associatedVouchers : [],
    });
    return checked.ok ? checked.body : undefined;
  })
  .filter((body) => body !== undefined);

/** What the registers, the authority's tables and the company decide. */
const notOfBody = [10053, 10066, 10115, 10126, 10148, 10149, 10220, 10222, 10223, 10273, 10275, 10279];
/** Which activity belongs to a delivery note the authority alone knows: without any, none does. */
const ofActivities = [10228, 10229, 10230];
const ofFurther = (code: number) =>
  code === 10040 ||
  (code >= 10052 && code <= 10055) ||
  (code >= 10064 && code <= 10068 && code !== 10065 && code !== 10067) ||
  (code >= 10086 && code <= 10150 && ![10096, 10119, 10120, 10121, 10122].includes(code)) ||
  [10189, 10190, 10194].includes(code) ||
  (code >= 10218 && code <= 10231) ||
  (code >= 10273 && code <= 10282);

test("of optional fields, activities and buyers we predict exactly the codes that the body decides", () => {
  let told = 0;
  fc.assert(
    fc.property(bodies, (body) => {
      const amounts = computeAmounts(body);
      const subject = { body, amounts, issuer, today, lastDate: null };
      const foreseen = new Set(predictProblems(subject).flatMap(({ code }) => (ofFurther(code) ? code : [])));
      const refused = judgeDeclared(body, toDeclaration(body, amounts), { cuit: issuer.cuit, today }).filter(ofFurther);
      const untold = [...notOfBody, ...(body.activities ? ofActivities : [])];
      const decided = new Set(refused.filter((code) => !untold.includes(code)));
      told += decided.size;
      expect([...foreseen].toSorted()).toEqual([...decided].toSorted());
      expect(refused.filter((code) => whyNeverMet(code) !== undefined)).toEqual([]);
    }),
    propertyRuns(2_000),
  );
  expect(told).toBeGreaterThan(100);
});
