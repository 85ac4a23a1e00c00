import fc from "fast-check";
import { expect, test } from "vitest";
import { toDetail } from "../../../../issuer/authority/wsfe/cae-request.js";
import { writeXml } from "../../../../issuer/authority/xml.js";
import { computeAmounts } from "../../../../shared/domain/amounts.js";
import { toDeclaration } from "../../../../shared/domain/declaration.js";
import type { IssuanceRequest } from "../../../../shared/domain/issuance-request.js";
import { predictProblems } from "../../../../shared/domain/predictions/predict-problems.js";
import { readDeclaredVoucher } from "../../../authority/declared-voucher.js";
import { checkDetail } from "../../../authority/rules/detail-rules.js";
import { defaultSettings } from "../../../authority/settings.js";
import { classOf } from "../../../authority/voucher-class.js";
import { parseXml } from "../../../authority/xml-element.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";
import { bodies, issuer, today } from "./faulty-bodies.js";

/** The codes with which the simulated authority refuses the request that we would send. */
function refusalsOf(body: IssuanceRequest): number[] {
  const detail = toDetail({ number: 1, declared: toDeclaration(body, computeAmounts(body)) });
  const voucher = readDeclaredVoucher(parseXml(`<FECAEDetRequest>${writeXml(detail)}</FECAEDetRequest>`));
  const { voucherType: type } = body;
  const settings = { ...defaultSettings, vatCheck: "off" as const };
  return checkDetail({ voucher, pos: 1, type, voucherClass: classOf(type), cuit: issuer.cuit, today, settings })
    .filter(({ observation }) => !observation)
    .map(({ code }) => code);
}

const letterA = [1, 2, 3];

test("we predict exactly the codes with which the simulated authority refuses", () => {
  fc.assert(
    fc.property(bodies, (body) => {
      // Another part of the authority checks who may issue which letter.
      const taxType = body.voucherType >= 11 ? 6 : 1;
      const subject = { body, amounts: computeAmounts(body), issuer: { ...issuer, taxType }, today, lastDate: null };
      const foreseen = new Set(predictProblems(subject).map(({ code }) => code));
      // The authority refuses a CUIT that is too short for letter A with two codes. We predict one of them.
      const refused = new Set(refusalsOf(body).filter((code) => code !== 10015 || !letterA.includes(body.voucherType)));
      expect([...foreseen].sort()).toEqual([...refused].sort());
    }),
    propertyRuns(1_000),
  );
});
