import type { DeclaredVoucher } from "../../authority/declared-voucher.js";
import type { Settings } from "../../authority/settings.js";
import type { CodeCase } from "./code-cases.js";

/** The rows of code-cases.ts about optional fields. */

const cuit = "30712345671";
const optionals = (...pairs: [Id: string, Valor: string][]): Partial<DeclaredVoucher> => ({
  Opcionales: pairs.map(([Id, Valor]) => ({ Id, Valor })),
});
const toCompany = { DocTipo: 80, DocNro: 30_500_010_912, CondicionIVAReceptorId: 1 };
const payer: [string, string][] = [
  ["1011", "96"],
  ["1012", "28111222"],
];
const owner: [string, string][] = [
  ["1801", "20201797064"],
  ["1802", "Ana"],
];
const letterC = { ImpTotal: "100", ImpIVA: "0", Iva: undefined };
const free: Partial<Settings> = { issuerLetters: "free" };

const used = (change: Partial<DeclaredVoucher> = {}): Partial<DeclaredVoucher> => ({
  ...{ DocTipo: 96, DocNro: 28_111_222 },
  ...optionals(["91", "Ana"], ["93", "Calle 1"]),
  ...change,
});

const usedGoods: CodeCase[] = [
  { codes: [10076, 10078, 10084], type: 49, change: used({ Opcionales: undefined }) },
  { codes: [10077], type: 49, change: used(optionals(["91", "x".repeat(101)], ["93", "Calle 1"])) },
  { codes: [10079], type: 49, change: used({ DocTipo: 94, ...optionals(["91", "A"], ["92", "7"], ["93", "B"]) }) },
  { codes: [10080], type: 49, change: used({ DocTipo: 94, ...optionals(["91", "A"], ["92", "999"], ["93", "B"]) }) },
  { codes: [10081], type: 6, change: optionals(["91", "Ana"]) },
  { codes: [10081], type: 49, change: used(optionals(["91", "A"], ["93", "B"], ["23", "OC 1"])) },
  { codes: [10082], type: 49, change: used({ DocTipo: 94 }) },
  { codes: [10082], type: 49, change: used(optionals(["91", "A"], ["92", "101"], ["93", "B"])) },
  { codes: [10083], type: 49, change: used(optionals(["91", "A"], ["93", "x".repeat(251)])) },
  {
    codes: [10085],
    type: 49,
    change: used({ Concepto: 2, FchServDesde: "20260901", FchServHasta: "20260930", FchVtoPago: "20261010" }),
  },
  { codes: [10075], type: 49, change: used(), cuit: "20111111112" },
];

const forms: CodeCase[] = (
  [
    [
      [10055, 10127],
      ["17", "1"],
      ["1801", "20201797064"],
      ["1802", " "],
    ],
    [[10064], ["2", "123"]],
    [[10066], ["2", "12345678"]],
    [[10097], ["10", "2"]],
    [[10098], ["10", "1"], ["1011", "77"], ["1012", "x"]],
    [[10099], ["10", "1"], ["1011", "96"], ["1012", "AAB 123"]],
    [[10110], ["11", "2"]],
    [[10111], ["12", "2"]],
    [[10112], ["10", "0"], ["11", "1"]],
    [[10113], ["10", "1"], ["1011", "96"]],
    [[10113], ["10", "0"], ...payer],
    [[10114], ...payer],
    [[10115], ["10", "1"], ["1011", "80"], ["1012", "30710151544"]],
    [[10116], ["13", "2"]],
    [[10117], ["14", "2"]],
    [[10118], ["15", "2"]],
    [[10124], ["17", "3"]],
    [[10125], ["17", "1"], ["1801", "1"], ["1802", "Ana"]],
    [[10126], ["17", "1"], ["1801", "20201797065"], ["1802", "Ana"]],
    [[10128], ["17", "1"], ...owner, ...owner],
    [[10129], ["17", "1"]],
    [[10130], ["17", "2"], ["1801", "20201797064"]],
    [[10131], ["17", "1"], ["1801", cuit], ["1802", "Ana"]],
    [[10132], ...owner],
    [[10189], ["23", "x".repeat(51)]],
    [[10190], ["23", "OC 1"], ["23", "OC 1"]],
    [[10053], ["9999", "x"]],
    [[10054], ["11", "1"], ["11", "1"]],
  ] as [number[], ...[string, string][]][]
).map(([codes, ...pairs]) => ({ codes, type: 6, change: optionals(...pairs) }));

const exceptions: CodeCase[] = (
  [
    [10088, 10089, "5", "1"],
    [10089, 10089, "5", "07"],
    [10090, 10091, "61", "x"],
    [10091, 10091, "61", "77"],
    [10092, 10092, "62", "123456789012"],
    [10094, 10095, "7", "1"],
    [10095, 10095, "7", "05"],
  ] as const
).map(([one, other, id, value]) => ({
  codes: [...new Set([one, other])],
  type: 1,
  change: { ...toCompany, ...optionals([id, value]) },
}));

const insurer = (type: string, ...insurers: string[]): Partial<Settings> => ({
  pointsOfSale: { [cuit]: [{ number: 1, type }] },
  further: { activities: {}, projects: {}, insurers },
});
const surety = insurer("SEGWS", cuit);
const policies = (count: number, value = "P") =>
  optionals(
    ...Array.from({ length: count }, (_, at): [string, string] => ["2901", `${value}${at}`]),
    ...Array.from({ length: count }, (_, at): [string, string] => ["2902", `${at}`]),
  );
const suretyCases: CodeCase[] = [
  { codes: [10273, 10275, 10279], type: 6, change: policies(1) },
  { codes: [10273, 10275, 10279], type: 6, change: policies(1), settings: insurer("CAE - Ri Iva", cuit) },
  { codes: [10273, 10275], type: 11, change: { ...letterC, ...policies(1) }, settings: { ...surety, ...free } },
  { codes: [10273, 10275, 10279, 10282], type: 6, change: policies(1), settings: insurer("SEGWS") },
  { codes: [10282], type: 6, settings: insurer("SEGWS") },
  { codes: [10277, 10278], type: 6, settings: surety },
  { codes: [10277, 10278, 10281], type: 6, change: optionals(["2901", "P1"]), settings: surety },
  { codes: [10274], type: 6, change: policies(1, "x".repeat(30)), settings: surety },
  { codes: [10276], type: 6, change: optionals(["2901", "P"], ["2902", "x".repeat(31)]), settings: surety },
  { codes: [10280], type: 6, change: policies(3_001), settings: surety },
  { codes: [10281], type: 6, change: optionals(["2901", "P"], ["2901", "Q"], ["2902", "1"]), settings: surety },
  { codes: [], type: 6, change: policies(3_000), settings: surety, isGranted: true },
];

export const optionalCases: CodeCase[] = [
  { codes: [10052], type: 6, change: { Opcionales: [] } },
  { codes: [10068], type: 5, change: { ...toCompany, ...optionals(["23", "OC 1"]) } },
  { codes: [10086], type: 6, change: optionals(["5", "01"]) },
  { codes: [10123], type: 1, change: { ...toCompany, ...optionals(["17", "2"]) } },
  ...[...forms, ...exceptions, ...suretyCases, ...usedGoods],
];
