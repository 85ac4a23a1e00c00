import { activityRules } from "../../rules/activity-rules.js";
import { optionalRules, valuesOf } from "../../rules/optional-rules.js";
import { type CaeaCode, refuse } from "../texts.js";
import type { ReportRule } from "./report-input.js";

/** The report's own list of types: no letter C but credit invoices, and none under withholding. */
const mayHaveAny = new Set([1, 2, 3, 4, 5, 6, 7, 8, 34, 39, 60, 63, 64, 201, 202, 203, 206, 207, 208, 211, 212, 213]);

/**
 * The ids that the manual's reports have rules of. It says in 1100 that there is none but 2: those with rules are taken all the same,
 * and all others refused. Source: issuer/authority/README.md, section 17.5.
 */
const reported = new Set(["2", "5", "61", "62", "7", "17", "1801", "1802", "22", "23", "27", "2101", "2102"]);

const translated: Record<number, CaeaCode> = {
  10053: 1100,
  10054: 1101,
  10055: 1105,
  10052: 1103,
  10064: 1104,
  10086: 1505,
  10088: 1506,
  10089: 1507,
  10090: 1508,
  10091: 1509,
  10092: 1510,
  10094: 1511,
  10095: 1512,
  10112: 813,
  10124: 1518,
  10125: 1522,
  10126: 1523,
  10127: 1520,
  10128: 1519,
  10129: 1521,
  10130: 1525,
  10131: 1524,
  10132: 1526,
  10218: 16000,
  10219: 16001,
  10220: 16002,
  10221: 16003,
  10222: 16004,
  10223: 16005,
  10224: 16006,
  10225: 16007,
  10226: 16008,
  10227: 16009,
  10228: 16010,
  10229: 16011,
  10230: 16012,
  10231: 16013,
};

/** Optional fields and activities. Buyers are refused with the receiver. */
export const furtherRules: ReportRule = (input) => {
  const { voucher, type, voucherClass } = input;
  const rows = voucher.Opcionales ?? [];
  const isRent = ["17", "1801", "1802"].some((id) => valuesOf(voucher, id).length > 0);
  return [
    ...refuse(rows.length > 0 && !mayHaveAny.has(type), 1426),
    ...refuse(!rows.every(({ Id }) => reported.has(Id)), 1100),
    ...refuse(isRent && voucherClass !== "B", 1517),
    ...[...optionalRules(input), ...activityRules(input)].flatMap(({ code }) => {
      const report = translated[code];
      return report === undefined ? [] : refuse(true, report);
    }),
  ];
};
