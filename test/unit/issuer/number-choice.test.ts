import { expect, test } from "vitest";
import { choiceOfNumber, type SeenNumber } from "../../../issuer/operator/number-choice.js";
import { heldVoucher } from "./scripted-authority.js";

const found = { outcome: "found" as const, voucher: heldVoucher({}, { numberTo: 54 }) };
const { cae } = found.voucher;
const nobody = { voucher: undefined, askedBy: null };
const imported = { isTaken: false, key: null, cae, isCaea: false, mayBeForgotten: false };

const seen = (over: Partial<SeenNumber> = {}): SeenNumber => ({
  number: 54,
  consulted: found,
  differences: [],
  standing: nobody,
  isElsewhere: false,
  ...over,
});
const caea = { field: "EmisionTipo", sent: "CAE", found: "CAEA" };

test.each<[string, SeenNumber, RegExp]>([
  ["at the authority alone", seen(), /^The voucher under number 54, CAE \d{14}, becomes its voucher\.$/],
  ["imported", seen({ standing: { voucher: imported, askedBy: null } }), /becomes its voucher\.$/],
  [
    "with another field that no sale is known by",
    seen({ differences: [{ field: "ImpNeto", sent: "82.64", found: "82.65" }] }),
    /though these differ: ImpNeto\.$/,
  ],
  [
    "under CAEA where it stood in",
    seen({
      isElsewhere: true,
      differences: [caea],
      standing: { voucher: { ...imported, isCaea: true }, askedBy: null },
    }),
    /CAEA \d{14}, becomes its voucher\.$/,
  ],
])("a voucher that equals the sale is adopted: %s", (_, given, effect) => {
  expect(choiceOfNumber(given)).toEqual({ allowed: true, effect: expect.stringMatching(effect) });
});

test.each<[string, SeenNumber, RegExp]>([
  [
    "the voucher of a key",
    seen({ standing: { voucher: { ...imported, isTaken: true, key: "order-7" }, askedBy: null } }),
    /key order-7/,
  ],
  ["asked for by another", seen({ standing: { voucher: undefined, askedBy: 9 } }), /issuance 9: decide that one first/],
  ["not shown", seen({ consulted: { outcome: "absent" } }), /no voucher under number 54/],
  ["not told", seen({ consulted: { outcome: "unknown", cause: "timeout" } }), /does not tell: timeout/],
  [
    "of another CAE than was imported",
    seen({ standing: { voucher: { ...imported, cae: "1" }, askedBy: null } }),
    /another CAE/,
  ],
  ["part of a lot", seen({ consulted: { ...found, voucher: { ...found.voucher, numberTo: 60 } } }), /lot/],
  ["a lot by its first number", seen({ differences: [{ field: "CbteDesde", sent: "54", found: "50" }] }), /lot/],
  ...["DocTipo", "DocNro", "CbteFch", "ImpTotal", "MonId"].flatMap((field): [string, SeenNumber, RegExp][] => [
    [`another ${field}`, seen({ differences: [{ field, sent: "1", found: "2" }] }), /for another sale/],
    [`no ${field} told`, seen({ differences: [{ field, sent: "1" }] }), /for another sale/],
  ]),
  ["elsewhere and not imported", seen({ isElsewhere: true }), /not a voucher under CAEA that was imported/],
  ["elsewhere with a CAE", seen({ isElsewhere: true, standing: { voucher: imported, askedBy: null } }), /under CAEA/],
])("a voucher is left alone: %s", (_, given, effect) => {
  expect(choiceOfNumber(given)).toEqual({ allowed: false, effect: expect.stringMatching(effect) });
});
