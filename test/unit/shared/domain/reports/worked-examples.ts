import type { ReportVoucher } from "../../../../../shared/domain/reports/report-voucher.js";

/** An A in pesos to a company, without amounts. */
export const sampleVoucher = (changes: Partial<ReportVoucher> = {}): ReportVoucher => ({
  voucherType: 1,
  posNumber: 2,
  voucherNumber: 701,
  voucherDate: "20261005",
  docType: 80,
  docNumber: "30000000007",
  name: "EMPRESA DE PRUEBA S.A.",
  receiverCondition: 1,
  total: "0.00",
  net: "0.00",
  vat: "0.00",
  exempt: "0.00",
  notTaxable: "0.00",
  tributesTotal: "0.00",
  currency: "PES",
  quotation: "1",
  vatRows: [],
  tributes: [],
  activity: null,
  ...changes,
});

const of100 = { taxType: 5, base: "100.00", amount: "21.00" };

/** Vouchers, and their lines in both files, checked by hand against the layouts. */
export const workedExamples: { what: string; voucher: ReportVoucher; record: string; rates: string[] }[] = [
  {
    what: "an A with 21 % and 10.5 %",
    voucher: sampleVoucher({
      voucherDate: "20261005",
      voucherNumber: 701,
      total: "1762.50",
      net: "1500.00",
      vat: "262.50",
      vatRows: [
        { taxType: 4, base: "500.00", amount: "52.50" },
        { taxType: 5, base: "1000.00", amount: "210.00" },
      ],
    }),
    record:
      "202610050010000200000000000000000701000000000000000007018000000000030000000007EMPRESA DE PRUEBA S.A.        000000000176250000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000PES00010000002000000000000000000000000",
    rates: [
      "00100002000000000000000007010000000000500000004000000000005250",
      "00100002000000000000000007010000000001000000005000000000021000",
    ],
  },
  {
    what: "a B to an anonymous final consumer",
    voucher: sampleVoucher({
      voucherType: 6,
      voucherDate: "20261005",
      voucherNumber: 1520,
      docType: 99,
      docNumber: "0",
      name: "",
      total: "121.00",
      net: "100.00",
      vat: "21.00",
      vatRows: [of100],
    }),
    record:
      "202610050060000200000000000000001520000000000000000015209900000000000000000000CONSUMIDOR FINAL              000000000012100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000PES00010000001000000000000000000000000",
    rates: ["00600002000000000000000015200000000000100000005000000000002100"],
  },
  {
    what: "a B with DNI, taxed and exempt",
    voucher: sampleVoucher({
      voucherType: 6,
      voucherDate: "20261006",
      voucherNumber: 1521,
      docType: 96,
      docNumber: "12345678",
      name: "PEÑA MARTÍN",
      total: "171.00",
      net: "100.00",
      vat: "21.00",
      exempt: "50.00",
      vatRows: [of100],
    }),
    record:
      "202610060060000200000000000000001521000000000000000015219600000000000012345678PEÑA MARTÍN                   000000000017100000000000000000000000000000000000000000005000000000000000000000000000000000000000000000000000000000000000PES00010000001000000000000000000000000",
    rates: ["00600002000000000000000015210000000000100000005000000000002100"],
  },
  {
    what: "a C of an exempt issuer, to a CUIL",
    voucher: sampleVoucher({
      voucherType: 11,
      posNumber: 1,
      voucherDate: "20261007",
      voucherNumber: 88,
      docType: 86,
      docNumber: "20111111112",
      name: "GOMEZ ANA",
      total: "5000.00",
      net: "5000.00",
    }),
    record:
      "202610070110000100000000000000000088000000000000000000888600000000020111111112GOMEZ ANA                     000000000500000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000PES00010000000000000000000000000000000",
    rates: [],
  },
  {
    what: "a credit note A",
    voucher: sampleVoucher({
      voucherType: 3,
      voucherDate: "20261008",
      voucherNumber: 40,
      total: "552.50",
      net: "500.00",
      vat: "52.50",
      vatRows: [{ taxType: 4, base: "500.00", amount: "52.50" }],
    }),
    record:
      "202610080030000200000000000000000040000000000000000000408000000000030000000007EMPRESA DE PRUEBA S.A.        000000000055250000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000PES00010000001000000000000000000000000",
    rates: ["00300002000000000000000000400000000000500000004000000000005250"],
  },
  {
    what: "an A in dollars",
    voucher: sampleVoucher({
      voucherDate: "20261009",
      voucherNumber: 702,
      currency: "DOL",
      quotation: "1450.50",
      total: "121.00",
      net: "100.00",
      vat: "21.00",
      vatRows: [of100],
    }),
    record:
      "202610090010000200000000000000000702000000000000000007028000000000030000000007EMPRESA DE PRUEBA S.A.        000000000012100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000DOL14505000001000000000000000000000000",
    rates: ["00100002000000000000000007020000000000100000005000000000002100"],
  },
  {
    what: "an A with perceptions",
    voucher: sampleVoucher({
      voucherDate: "20261012",
      voucherNumber: 703,
      total: "1355.00",
      net: "1000.00",
      vat: "210.00",
      vatRows: [{ taxType: 5, base: "1000.00", amount: "210.00" }],
      tributesTotal: "145.00",
      tributes: [
        { type: 6, subtotal: "30.00" },
        { type: 7, subtotal: "35.00" },
        { type: 4, subtotal: "80.00" },
      ],
    }),
    record:
      "202610120010000200000000000000000703000000000000000007038000000000030000000007EMPRESA DE PRUEBA S.A.        000000000135500000000000000000000000000000000000000000000000000000000003000000000000003500000000000000000000000000008000PES00010000001000000000000000000000000",
    rates: ["00100002000000000000000007030000000001000000005000000000021000"],
  },
  {
    what: "an A that is wholly exempt",
    voucher: sampleVoucher({ voucherDate: "20261013", voucherNumber: 704, total: "300.00", exempt: "300.00" }),
    record:
      "202610130010000200000000000000000704000000000000000007048000000000030000000007EMPRESA DE PRUEBA S.A.        000000000030000000000000000000000000000000000000000000030000000000000000000000000000000000000000000000000000000000000000PES00010000001E00000000000000000000000",
    rates: ["00100002000000000000000007040000000000000000003000000000000000"],
  },
  {
    what: "a B that is wholly not taxable",
    voucher: sampleVoucher({
      voucherType: 6,
      voucherDate: "20261014",
      voucherNumber: 1522,
      docNumber: "30000000015",
      name: "ASOCIACION CIVIL DE PRUEBA CONTRA EL FUEGO",
      total: "200.00",
      notTaxable: "200.00",
    }),
    record:
      "202610140060000200000000000000001522000000000000000015228000000000030000000015ASOCIACION CIVIL DE PRUEBA CON000000000020000000000000020000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000PES00010000001N00000000000000000000000",
    rates: ["00600002000000000000000015220000000000000000003000000000000000"],
  },
];
