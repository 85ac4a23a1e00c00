import { expect, test } from "vitest";
import {
  type SircipOptions,
  type SircipRecord,
  usualSircip,
  writeSircipLine,
} from "../../../../../shared/domain/reports/sircip-return.js";

const line = (over: Partial<SircipRecord> = {}): SircipRecord => ({
  cuit: "30100100106",
  crc: 34,
  date: "20260303",
  record: 1,
  jurisdiction: 906,
  kind: "invoice",
  letter: "A",
  posNumber: 2,
  voucherNumber: 3_431_222,
  base: "12342.03",
  rate: "0.30",
  amount: "37.03",
  original: null,
  ...over,
});
const original = { kind: "invoice", letter: "A", posNumber: 23, voucherNumber: 11_312_221 } as const;
const credit = line({ kind: "creditNote", original });
const written = (of: SircipRecord, options: Partial<SircipOptions> = {}) =>
  writeSircipLine(of, { ...usualSircip, ...options });

test.each<[string, SircipRecord, Partial<SircipOptions>, string]>([
  ["an invoice", line(), {}, "30100100106,34,03/03/2026,1,1,0,906,1,A,2,3431222,12342.03,0.30,37.03,,,A"],
  [
    "a debit note, without its original",
    line({ kind: "debitNote" }),
    {},
    "30100100106,34,03/03/2026,1,1,0,906,2,A,2,3431222,12342.03,0.30,37.03,,,A",
  ],
  [
    "a credit note: the original's record, negative",
    credit,
    {},
    "30100100106,34,03/03/2026,1,1,0,906,102,A,2,3431222,-12342.03,0.30,-37.03,001A0002311312221,,A",
  ],
  [
    "a credit note of a debit note",
    line({ kind: "creditNote", original: { ...original, kind: "debitNote", letter: "B" } }),
    {},
    "30100100106,34,03/03/2026,1,1,0,906,102,A,2,3431222,-12342.03,0.30,-37.03,002B0002311312221,,A",
  ],
  [
    "a credit note as annulled",
    credit,
    { notes: "annulled" },
    "30100100106,34,03/03/2026,1,6,0,906,102,A,2,3431222,12342.03,0.30,37.03,00023-11312221,34,A",
  ],
  [
    "an invoice among annulled notes",
    line(),
    { notes: "annulled" },
    "30100100106,34,03/03/2026,1,1,0,906,1,A,2,3431222,12342.03,0.30,37.03,,,A",
  ],
  [
    "letter A of the padrón: rate and amount are 0.00",
    line({ record: 2, rate: "0.00", amount: "0.00" }),
    {},
    "30100100106,34,03/03/2026,1,2,0,906,1,A,2,3431222,12342.03,0.00,0.00,,,A",
  ],
  [
    "a credit note of letter A of the padrón: no amount is -0.00",
    line({ ...credit, record: 2, rate: "0.00", amount: "0.00" }),
    {},
    "30100100106,34,03/03/2026,1,2,0,906,102,A,2,3431222,-12342.03,0.00,0.00,001A0002311312221,,A",
  ],
  [
    "who is not in the padrón has no CRC",
    line({ crc: null, record: 4 }),
    {},
    "30100100106,,03/03/2026,1,4,0,906,1,A,2,3431222,12342.03,0.30,37.03,,,A",
  ],
  [
    "another CRC of who is not in the padrón",
    line({ crc: null, record: 4 }),
    { absentCrc: "99" },
    "30100100106,99,03/03/2026,1,4,0,906,1,A,2,3431222,12342.03,0.30,37.03,,,A",
  ],
  [
    "field 6 blank, and numbers with zeros, as in the older example",
    line(),
    { field6: "blank", zeros: true },
    "30100100106,34,03/03/2026,1,1,,906,1,A,00002,03431222,12342.03,0.30,37.03,,,A",
  ],
])("a line of the return: %s", (_, of, options, expected) => {
  expect(written(of, options)).toBe(`${expected}\r\n`);
  expect(expected.split(",")).toHaveLength(17);
});
