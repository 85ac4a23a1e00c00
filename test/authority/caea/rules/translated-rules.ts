import { associatedRules } from "../../rules/associated-rules.js";
import type { Finding } from "../../rules/finding.js";
import { noteRules } from "../../rules/note-rules.js";
import { receiverConditionRules } from "../../rules/receiver-rules.js";
import { tributeRules } from "../../rules/tribute-rules.js";
import { vatRules } from "../../rules/vat-rules.js";
import { isCreditInvoice } from "../../voucher-class.js";
import { type CaeaCode, observe, refuse } from "../texts.js";
import type { ReportRule } from "./report-input.js";

/** The code of a report that refuses for the same reason as this code of a request for a CAE. */
const refusals: Record<number, CaeaCode> = {
  10018: 715,
  10019: 1000,
  10020: 1009,
  10021: 1008,
  10022: 1003,
  10071: 1443,
  10024: 1423,
  10025: 900,
  10026: 905,
  10027: 906,
  10028: 907,
  10042: 908,
  10057: 805,
  10058: 802,
  10059: 803,
  10060: 804,
  10062: 800,
  10151: 808,
  10213: 1504,
  10197: 1491,
  10198: 1492,
  10208: 1499,
  10242: 823,
};

/** What refuses a CAE, or is remarked on there, is only remarked on in a report. */
const remarks: Record<number, CaeaCode> = {
  10023: 725,
  10029: 1406,
  10041: 801,
  10051: 1006,
  10061: 1408,
  10070: 1427,
  10210: 1501,
  10237: 818,
  10243: 824,
};

const lastWithoutCondition = "20261130";

function translate({ code }: Finding, type: number, today: string): Finding[] {
  if (code === 10040) return isCreditInvoice(type) ? refuse(true, 812) : observe(true, 806);
  if (code === 10245 || code === 10246) return today <= lastWithoutCondition ? observe(true, 825) : refuse(true, 826);
  const refusal = refusals[code];
  const remark = remarks[code];
  return [
    ...(refusal === undefined ? [] : refuse(true, refusal)),
    ...(remark === undefined ? [] : observe(true, remark)),
  ];
}

/** The rules of a CAE that hold for a report too, under other codes. Source: issuer/authority/README.md, section 13.4. */
export const translatedRules: ReportRule = (input) => {
  const findings = [vatRules, tributeRules, noteRules, associatedRules, receiverConditionRules].flatMap((rule) =>
    rule(input),
  );
  return findings.flatMap((one) => translate(one, input.type, input.today));
};
