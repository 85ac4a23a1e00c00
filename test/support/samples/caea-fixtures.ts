import type { Settings } from "../../authority/settings.js";

type Fields = Record<string, string | number | undefined>;
type Point = Exclude<Settings["pointsOfSale"][string][number], number>;

/** One report to the simulated authority on a point of sale of its own, and its verdict. */
export type ReportFixture = {
  name: string;
  /** Every code of the answer. Empty for a voucher that is accepted as it is. */
  codes: number[];
  /** The codes come in `Errors`, otherwise as observations. */
  inErrors?: true;
  /** Accepted all the same. */
  accepted?: true;
  /** CbteTipo; 6 unless told. */
  type?: number;
  number?: number;
  /** Elements of the detail, by name; undefined leaves one out. */
  fields?: Fields;
  /** CantReg, when it is not the number of details; and how many details there are. */
  count?: number;
  copies?: number;
  /** The point of sale's number, when the usual ones will not do. */
  pos?: number;
  /** Vouchers that were reported on the same point of sale before. */
  before?: { type?: number; fields?: Fields }[];
  /** The point of sale as it is registered. Without it the issuer registers none. */
  point?: Omit<Point, "number">;
  settings?: Partial<Settings>;
  /** The day of the report, yyyymmdd. */
  today?: string;
  /** The code is another issuer's. */
  othersCode?: true;
  /** The point of sale was declared without movement. */
  idle?: true;
  issuer?: "monotributista";
};

const ri = "CAEA - Ri Iva CONTINGENCIA";
const toCompany: Fields = { DocTipo: 80, DocNro: 30_558_515_305, CondicionIVAReceptorId: 1 };
const saleC: Fields = { ImpTotal: "100.00", ImpIVA: "0.00", Iva: undefined };
const asoc = (inner = "<Tipo>6</Tipo><PtoVta>3</PtoVta><Nro>1</Nro>"): Fields => ({
  CbtesAsoc: `<CbteAsoc>${inner}</CbteAsoc>`,
});
const vat = (id: number, base: string, amount: string) =>
  `<AlicIva><Id>${id}</Id><BaseImp>${base}</BaseImp><Importe>${amount}</Importe></AlicIva>`;
const tribute = (id: number, amount: string, { desc = "x", base = "100", rate = "1" } = {}) =>
  `<Tributo><Id>${id}</Id>${desc === "" ? "" : `<Desc>${desc}</Desc>`}<BaseImp>${base}</BaseImp><Alic>${rate}</Alic><Importe>${amount}</Importe></Tributo>`;
const withTribute = (xml: string): Fields => ({ ImpTrib: "1.00", ImpTotal: "122.00", Tributos: xml });
const period = (from: string, to: string): Fields => ({
  PeriodoAsoc: `<FchDesde>${from}</FchDesde><FchHasta>${to}</FchHasta>`,
});
const uncategorised: Fields = { DocTipo: 80, DocNro: 23_000_000_000, CondicionIVAReceptorId: 7 };
const big: Fields = {
  ImpTotal: "12100000.00",
  ImpNeto: "10000000.00",
  ImpIVA: "2100000.00",
  Iva: vat(5, "10000000", "2100000"),
};
const note = (fields: Fields): Pick<ReportFixture, "type" | "fields"> => ({ type: 8, fields });

/** Optional fields as text, by id; the same id may come again. */
const optionals = (...rows: [id: string, value: string][]): Fields => ({
  Opcionales: rows.map(([id, value]) => `<Opcional><Id>${id}</Id><Valor>${value}</Valor></Opcional>`).join(""),
});
const ofA = (...rows: [id: string, value: string][]): Pick<ReportFixture, "type" | "fields"> => ({
  type: 1,
  fields: { ...toCompany, ...optionals(...rows) },
});
const activities = (...ids: (number | string)[]): Fields => ({
  Actividades: ids.map((id) => `<Actividad><Id>${id}</Id></Actividad>`).join(""),
});
const owner: [string, string][] = [
  ["1801", "20201797064"],
  ["1802", "Ana"],
];
const [own, meat, flour, tobacco] = [620_100, 101_011, 106_110, 120_091];
const does = (...ids: number[]): Pick<ReportFixture, "settings"> => ({
  settings: { further: { activities: { "30712345671": ids }, projects: {}, insurers: [] } },
});
const remito = (type: number) => asoc(`<Tipo>${type}</Tipo><PtoVta>3</PtoVta><Nro>1</Nro>`);

/** Optional fields and activities. Source: issuer/authority/README.md, section 17. */
const furtherRefusals: Omit<ReportFixture, "accepted">[] = [
  { codes: [1426], name: "a C with an optional field", type: 11, fields: { ...saleC, ...optionals(["2", "0"]) } },
  { codes: [1100], name: "a school's optional field", fields: optionals(["10", "0"]) },
  { codes: [1101], name: "an optional field twice", fields: optionals(["2", "0"], ["2", "0"]) },
  { codes: [1103], name: "no row of optional fields", fields: { Opcionales: "" } },
  { codes: [1104], name: "a project of three digits", fields: optionals(["2", "123"]) },
  { codes: [1105, 1104], name: "an optional field without a value", fields: optionals(["2", ""]) },
  { codes: [813, 1100], name: "two resolutions", fields: optionals(["17", "2"], ["10", "0"]) },
  { codes: [1505], name: "an exception to the credit of VAT in a B", fields: optionals(["5", "01"]) },
  { codes: [1506, 1507], name: "an exception of one digit", ...ofA(["5", "1"]) },
  { codes: [1507], name: "an exception that nobody knows", ...ofA(["5", "09"]) },
  { codes: [1508], name: "a signer's document of one digit", ...ofA(["61", "5"]) },
  { codes: [1509], name: "a signer's document that nobody knows", ...ofA(["61", "77"]) },
  { codes: [1510], name: "a signer's number with a letter", ...ofA(["62", "A1"]) },
  { codes: [1511, 1512], name: "a signer of one digit", ...ofA(["7", "1"]) },
  { codes: [1512], name: "a signer that nobody knows", ...ofA(["7", "09"]) },
  { codes: [1517], name: "rent in an A", ...ofA(["17", "2"]) },
  { codes: [1518], name: "rent in a way that nobody knows", fields: optionals(["17", "3"]) },
  { codes: [1519], name: "an owner twice", fields: optionals(["17", "1"], ...owner, ...owner) },
  {
    codes: [1520],
    name: "an owner's name of 101 letters",
    fields: optionals(["17", "1"], ["1801", "20201797064"], ["1802", "x".repeat(101)]),
  },
  { codes: [1521], name: "an intermediary without owners", fields: optionals(["17", "1"]) },
  {
    codes: [1522],
    name: "an owner of ten digits",
    fields: optionals(["17", "1"], ["1801", "2020179706"], ["1802", "Ana"]),
  },
  {
    codes: [1523],
    name: "an owner who is not in the register",
    fields: optionals(["17", "1"], ["1801", "20201797065"], ["1802", "Ana"]),
  },
  {
    codes: [1524],
    name: "the issuer as owner",
    fields: optionals(["17", "1"], ["1801", "30712345671"], ["1802", "Ana"]),
  },
  { codes: [1525], name: "an owner without a name", fields: optionals(["17", "2"], ["1801", "20201797064"]) },
  { codes: [1526], name: "an owner without rent", fields: optionals(...owner) },
  { codes: [16_000], name: "no row of activities", fields: { Actividades: "" } },
  { codes: [16_001], name: "activity 0", fields: activities(0) },
  { codes: [16_002], name: "an activity that nobody knows", fields: activities(999_999) },
  { codes: [16_003], name: "an activity twice", fields: activities(own, own) },
  {
    codes: [16_004],
    name: "meat and flour",
    fields: {
      ...activities(meat, flour),
      ...asoc(
        "<Tipo>995</Tipo><PtoVta>3</PtoVta><Nro>1</Nro></CbteAsoc><CbteAsoc><Tipo>993</Tipo><PtoVta>3</PtoVta><Nro>1</Nro>",
      ),
    },
    ...does(meat, flour),
  },
  { codes: [16_005], name: "another's activity", fields: activities(471_120) },
  {
    codes: [16_006],
    name: "meat as a service",
    fields: {
      ...{ Concepto: 2, FchServDesde: "20311101", FchServHasta: "20311130", FchVtoPago: "20311210" },
      ...activities(meat),
      ...remito(995),
    },
    ...does(meat),
  },
  {
    codes: [16_007],
    name: "meat with a note of tobacco",
    fields: { ...activities(meat), ...remito(991) },
    ...does(meat),
  },
  {
    codes: [16_008],
    name: "flour with another note",
    fields: { ...activities(flour), ...remito(991) },
    ...does(flour),
  },
  {
    codes: [16_009],
    name: "tobacco with another note",
    fields: { ...activities(tobacco), ...remito(991) },
    ...does(tobacco),
  },
  { codes: [16_010], name: "a note of meat without meat", fields: remito(995) },
  { codes: [16_011], name: "a note of flour without flour", fields: remito(993) },
  { codes: [16_012], name: "a note of tobacco without tobacco", fields: remito(88) },
  { codes: [16_013], name: "meat without a note", fields: activities(meat), ...does(meat) },
];

const accepted: Omit<ReportFixture, "codes">[] = [
  { name: "a B to a final consumer" },
  { name: "an A to a company", type: 1, fields: toCompany },
  { name: "a C", type: 11, fields: saleC },
  { name: "a lot of small sales", fields: { CbteHasta: 10 } },
  { name: "a registered point of sale", point: { type: ri } },
  {
    name: "a C on a point of sale of monotributistas",
    type: 11,
    fields: saleC,
    point: { type: "CAEA - Monotributo CONTINGENCIA" },
  },
  { name: "a kind of CAEA that nobody knows", point: { type: "CAEA" } },
  {
    name: "services",
    fields: { Concepto: 2, FchServDesde: "20311101", FchServHasta: "20311130", FchVtoPago: "20311210" },
  },
  { name: "a note about a voucher of paper", ...note(asoc()) },
  { name: "a note about a period", ...note(period("20311101", "20311110")) },
  {
    name: "a note about a reported voucher",
    ...note(asoc("<Tipo>6</Tipo><PtoVta>POS</PtoVta><Nro>1</Nro>")),
    before: [{}],
  },
  { name: "dollars", fields: { MonId: "DOL", MonCotiz: "1155.114" } },
  { name: "dollars paid in dollars, without a rate", fields: { MonId: "DOL", MonCotiz: undefined, CanMisMonExt: "S" } },
  { name: "a tribute", fields: withTribute(tribute(99, "1.00")) },
  {
    name: "the first day on which it can be reported",
    today: "20311102",
    fields: { CbteFch: "20311101", CbteFchHsGen: "20311101000000" },
  },
  { name: "a report after the last day for it", today: "20311130" },
];

const remarks: Omit<ReportFixture, "accepted">[] = [
  { codes: [724], name: "a wrong total", fields: { ImpTotal: "130.00" } },
  { codes: [725, 724], name: "VAT that is not the sum of its rows", fields: { ImpIVA: "25.00" } },
  {
    codes: [1006],
    name: "VAT that does not fit its rate",
    fields: { ImpIVA: "25.00", ImpTotal: "125.00", Iva: vat(5, "100", "25") },
  },
  { codes: [1408], name: "bases that are not the net", fields: { ImpNeto: "90.00", ImpTotal: "111.00" } },
  { codes: [1406], name: "tributes that are not their sum", fields: withTribute(tribute(99, "2.00")) },
  { codes: [1427], name: "net without VAT rows", fields: { ImpIVA: "0.00", ImpTotal: "100.00", Iva: undefined } },
  { codes: [727], name: "goods with a first day of service", fields: { FchServDesde: "20311101" } },
  { codes: [728], name: "goods with a last day of service", fields: { FchServHasta: "20311101" } },
  { codes: [729], name: "goods with a due date", fields: { FchVtoPago: "20311111" } },
  {
    codes: [1411],
    name: "due before the voucher's date",
    fields: { Concepto: 2, FchServDesde: "20311101", FchServHasta: "20311102", FchVtoPago: "20311109" },
  },
  {
    codes: [1412],
    name: "a service that ends before it begins",
    fields: { Concepto: 2, FchServDesde: "20311103", FchServHasta: "20311102" },
  },
  { codes: [1413], name: "a service day that is no date", fields: { Concepto: 2, FchServDesde: "20311199" } },
  { codes: [708], name: "an A to an inactive company", type: 1, fields: { ...toCompany, DocNro: 30_700_000_008 } },
  { codes: [1402], name: "an A to somebody without VAT", type: 1, fields: { ...toCompany, DocNro: 20_222_222_223 } },
  { codes: [819], name: "an A to a CUIT that cannot exist", type: 1, fields: { ...toCompany, DocNro: 30_710_151_540 } },
  {
    codes: [1516],
    name: "an A to a monotributista",
    type: 1,
    fields: { ...toCompany, DocNro: 20_111_111_112, CondicionIVAReceptorId: 6 },
  },
  { codes: [1420], name: "a B to a CUIT that cannot exist", fields: { DocTipo: 80, DocNro: 30_710_151_540 } },
  {
    codes: [801],
    name: "a note about a voucher that was never reported",
    ...note(asoc("<Tipo>6</Tipo><PtoVta>POS</PtoVta><Nro>7</Nro>")),
    before: [{}],
  },
  { codes: [806], name: "a note of B about an A", ...note(asoc("<Tipo>1</Tipo><PtoVta>3</PtoVta><Nro>1</Nro>")) },
  {
    codes: [818],
    name: "a credit note above its original",
    type: 8,
    before: [{}],
    fields: {
      ...asoc("<Tipo>6</Tipo><PtoVta>POS</PtoVta><Nro>1</Nro>"),
      ImpTotal: "242.00",
      ImpNeto: "200.00",
      ImpIVA: "42.00",
      Iva: vat(5, "200", "42"),
    },
  },
  {
    codes: [801, 1501],
    name: "a note of a month before its original",
    type: 8,
    fields: { ...asoc("<Tipo>6</Tipo><PtoVta>POS</PtoVta><Nro>1</Nro><CbteFch>20311201</CbteFch>") },
    before: [{ type: 7, fields: asoc() }],
  },
  { codes: [821], name: "a rate above the official one", fields: { MonId: "DOL", MonCotiz: "1200" } },
  { codes: [822], name: "pesos with CanMisMonExt", fields: { CanMisMonExt: "N" } },
  { codes: [824], name: "a condition of another letter", fields: { CondicionIVAReceptorId: 1 } },
  { codes: [1424], name: "a point of sale without movement", idle: true },
  ...(
    [
      [827, "invalid"],
      [828, "unreliable"],
      [829, "deceased"],
      [1489, "apocryphal"],
    ] as const
  ).map(
    ([code, state]): ReportFixture => ({
      codes: [code],
      name: `a receiver whom the register calls ${state}`,
      fields: { ...toCompany, CondicionIVAReceptorId: 4 },
      settings: { receiverStates: [{ cuit: "30558515305", state }] },
    }),
  ),
  { codes: [1425], name: "an uncategorised receiver without a tribute", fields: uncategorised },
  {
    codes: [1527],
    name: "an uncategorised receiver without the perception",
    fields: { ...uncategorised, ...withTribute(tribute(99, "1.00")) },
  },
  { codes: [1429], name: "an A of a monotributista", type: 1, fields: toCompany, issuer: "monotributista" },
  { codes: [1445], name: "a date six days from its generation", fields: { CbteFchHsGen: "20311104120000" } },
  {
    codes: [1500],
    name: "a perception of two months",
    type: 8,
    fields: { ...period("20311001", "20311110"), ...withTribute(tribute(6, "1.00")) },
  },
];

const refusals: ReportFixture[] = [
  { codes: [10000], name: "an issuer that is not active", inErrors: true, settings: { refusedCuits: ["30712345671"] } },
  { codes: [10001, 10002], name: "CantReg 0", inErrors: true, count: 0 },
  { codes: [10002], name: "fewer details than CantReg", inErrors: true, count: 2 },
  { codes: [10003], name: "too many details", inErrors: true, copies: 251 },
  { codes: [10003], name: "two credit invoices at once", inErrors: true, type: 206, copies: 2 },
  { codes: [700], name: "a type that CAEA does not cover", inErrors: true, type: 49 },
  { codes: [1300], name: "point of sale 0", inErrors: true, pos: 0 },
  { codes: [701], name: "a point of sale of CAE", inErrors: true, point: { type: "CAE - Ri Iva" } },
  { codes: [701], name: "a point of sale of no declared kind", inErrors: true, point: {} },
  { codes: [701], name: "a blocked point of sale", inErrors: true, point: { type: ri, blocked: true } },
  {
    codes: [701],
    name: "a point of sale that was closed before",
    inErrors: true,
    point: { type: ri, closedOn: "20311109" },
  },
  { codes: [702], name: "a date after the fortnight", fields: { CbteFch: "20311116", CbteFchHsGen: "20311116100000" } },
  {
    codes: [702],
    name: "a date before the fortnight",
    fields: { CbteFch: "20311031", CbteFchHsGen: "20311031100000" },
  },
  { codes: [703], name: "a gap in the numbers", inErrors: true, number: 3 },
  { codes: [703], name: "a number that was reported", inErrors: true, number: 1, before: [{}] },
  {
    codes: [704],
    name: "a date before the last one",
    before: [{ fields: { CbteFch: "20311111", CbteFchHsGen: "20311111100000" } }],
  },
  { codes: [705], name: "another issuer's code", othersCode: true },
  { codes: [780], name: "a code that was never granted", fields: { CAEA: "20000000000000" } },
  { codes: [782], name: "no code", inErrors: true, fields: { CAEA: undefined } },
  { codes: [782], name: "a code of thirteen digits", inErrors: true, fields: { CAEA: "2646347634197" } },
  { codes: [709, 781], name: "a point of sale opened after the fortnight", point: { type: ri, openedOn: "20311116" } },
  { codes: [781], name: "a point of sale opened after the voucher's date", point: { type: ri, openedOn: "20311111" } },
  {
    codes: [1414],
    name: "a report on the first day",
    today: "20311101",
    fields: { CbteFch: "20311101", CbteFchHsGen: "20311101100000" },
  },
  { codes: [783], name: "no date", fields: { CbteFch: undefined } },
  { codes: [784], name: "number 0", number: 0 },
  { codes: [1440], name: "no time of generation", fields: { CbteFchHsGen: undefined } },
  { codes: [1441], name: "a time of generation that is none", fields: { CbteFchHsGen: "yyyymmddhhmiss" } },
  {
    codes: [1444],
    name: "a C on a point of sale of registered taxpayers",
    type: 11,
    fields: saleC,
    point: { type: ri },
  },
  {
    codes: [1444],
    name: "a B on a point of sale of monotributistas",
    point: { type: "CAEA - Monotributo CONTINGENCIA" },
  },
  { codes: [711], name: "a lot of A", type: 1, fields: { ...toCompany, CbteHasta: 2 } },
  { codes: [1416], name: "a lot that ends before it begins", before: [{}], fields: { CbteHasta: 1 } },
  { codes: [1433], name: "a lot of C", type: 11, fields: { ...saleC, CbteHasta: 2 } },
  {
    codes: [1422],
    name: "a lot of large sales",
    fields: {
      ...big,
      CbteHasta: 2,
      ImpTotal: "24200000.00",
      ImpNeto: "20000000.00",
      ImpIVA: "4200000.00",
      Iva: vat(5, "20000000", "4200000"),
    },
  },
  { codes: [1415], name: "a lot to one person", fields: { CbteHasta: 2, DocTipo: 96, DocNro: 30_123_456 } },
  { codes: [1417], name: "a large sale to nobody", fields: big },
  { codes: [1418], name: "a number without a kind of document", fields: { DocNro: 30_123_456 } },
  { codes: [1419], name: "a kind of document without a number", fields: { DocTipo: 96 } },
  { codes: [713], name: "concept 4", fields: { Concepto: 4 } },
  { codes: [715], name: "VAT without rows", fields: { Iva: undefined, ImpNeto: "0.00", ImpTotal: "21.00" } },
  { codes: [717], name: "a negative amount that is not taxable", fields: { ImpTotConc: "-1.00", ImpTotal: "120.00" } },
  { codes: [718], name: "a negative exempt amount", fields: { ImpOpEx: "-1.00", ImpTotal: "120.00" } },
  { codes: [719], name: "a net of three decimals", fields: { ImpNeto: "100.001" } },
  {
    codes: [723],
    name: "tributes of three decimals",
    fields: { ...withTribute(tribute(99, "1.00")), ImpTrib: "1.001" },
  },
  { codes: [1407], name: "VAT of three decimals", fields: { ImpIVA: "21.001" } },
  { codes: [1409], name: "a total of three decimals", fields: { ImpTotal: "121.001" } },
  { codes: [726], name: "pesos at another rate", fields: { MonCotiz: 2 } },
  {
    codes: [726],
    name: "a receipt in dollars without a rate",
    type: 9,
    fields: { MonId: "DOL", MonCotiz: undefined, CanMisMonExt: "S" },
  },
  { codes: [1401], name: "a currency that nobody knows", fields: { MonId: "XXX" } },
  { codes: [820], name: "CanMisMonExt X", fields: { MonId: "DOL", MonCotiz: "1155.114", CanMisMonExt: "X" } },
  { codes: [788], name: "a sale to oneself", fields: { DocTipo: 80, DocNro: 30_712_345_671 } },
  { codes: [1403], name: "an A to a passport", type: 1, fields: { ...toCompany, DocTipo: 94 } },
  { codes: [1421, 819], name: "an A to a document", type: 1, fields: { ...toCompany, DocNro: 30_123_456 } },
  { codes: [1404], name: "a kind of document that nobody knows", fields: { DocTipo: 77, DocNro: 1 } },
  { codes: [1528], name: "a DNI of nine digits", fields: { DocTipo: 96, DocNro: 301_234_567 } },
  { codes: [1405], name: "a document of twelve digits", fields: { DocTipo: 94, DocNro: 100_000_000_000 } },
  { codes: [823], name: "a condition that nobody knows", fields: { CondicionIVAReceptorId: 99 } },
  { codes: [826], name: "no condition", fields: { CondicionIVAReceptorId: undefined } },
  { codes: [1423], name: "tributes without an amount", fields: { Tributos: tribute(99, "1.00") } },
  { codes: [900], name: "a tribute that nobody knows", fields: withTribute(tribute(77, "1.00")) },
  { codes: [905], name: "a negative base of a tribute", fields: withTribute(tribute(99, "1.00", { base: "-1" })) },
  { codes: [906], name: "a negative rate of a tribute", fields: withTribute(tribute(99, "1.00", { rate: "-1" })) },
  { codes: [907], name: "a tribute of three decimals", fields: withTribute(tribute(99, "1.001")) },
  { codes: [908], name: "another tribute without a name", fields: withTribute(tribute(99, "1.00", { desc: "" })) },
  {
    codes: [1000, 1006],
    name: "a rate that nobody knows",
    fields: { Iva: vat(77, "100", "21") },
  },
  { codes: [1003], name: "a rate twice", fields: { Iva: vat(5, "50", "10.5") + vat(5, "50", "10.5") } },
  { codes: [1008], name: "a row of VAT of three decimals", fields: { Iva: vat(5, "100", "21.001") } },
  { codes: [1009], name: "a row of VAT without a base", fields: { Iva: vat(5, "100", "21") + vat(4, "0", "0") } },
  {
    codes: [1432],
    name: "co-buyers",
    fields: {
      Compradores:
        "<Comprador><DocTipo>80</DocTipo><DocNro>30710151543</DocNro><Porcentaje>100</Porcentaje></Comprador>",
    },
  },
  { codes: [1434], name: "a C with an amount that is not taxable", type: 11, fields: { ...saleC, ImpTotConc: "5.00" } },
  { codes: [1435], name: "a C with an exempt amount", type: 11, fields: { ...saleC, ImpOpEx: "5.00" } },
  {
    codes: [1437, 723, 1423],
    name: "a C with negative tributes",
    type: 11,
    fields: { ...saleC, ImpTrib: "-1.00", ImpTotal: "99.00", Tributos: tribute(99, "1.00") },
  },
  { codes: [1438], name: "a C with VAT", type: 11, fields: { ...saleC, ImpIVA: "5.00" } },
  { codes: [1439], name: "a C with a wrong total", type: 11, fields: { ...saleC, ImpTotal: "101.00" } },
  { codes: [1443], name: "a C with VAT rows", type: 11, fields: { ...saleC, Iva: vat(3, "100", "0") } },
  ...furtherRefusals,
  {
    codes: [800],
    name: "no row of associated vouchers",
    ...note({ CbtesAsoc: "", ...period("20311101", "20311110") }),
  },
  {
    codes: [802],
    name: "an associated point of sale 0",
    ...note(asoc("<Tipo>6</Tipo><PtoVta>0</PtoVta><Nro>1</Nro>")),
  },
  { codes: [803], name: "an associated number 0", ...note(asoc("<Tipo>6</Tipo><PtoVta>3</PtoVta><Nro>0</Nro>")) },
  {
    codes: [804],
    name: "an associated voucher twice",
    ...note(
      asoc(
        "<Tipo>6</Tipo><PtoVta>3</PtoVta><Nro>1</Nro></CbteAsoc><CbteAsoc><Tipo>6</Tipo><PtoVta>3</PtoVta><Nro>1</Nro>",
      ),
    ),
  },
  { codes: [805, 806], name: "an associated type 0", ...note(asoc("<Tipo>0</Tipo><PtoVta>3</PtoVta><Nro>1</Nro>")) },
  { codes: [807], name: "a receipt with associated vouchers", type: 9, fields: asoc() },
  {
    codes: [808],
    name: "an associated CUIT of ten digits",
    ...note(asoc("<Tipo>6</Tipo><PtoVta>3</PtoVta><Nro>1</Nro><Cuit>3071234567</Cuit>")),
  },
  { codes: [812], name: "a note of a credit invoice about an invoice", type: 208, fields: asoc() },
  {
    codes: [1504],
    name: "an associated day that is no date",
    ...note(asoc("<Tipo>6</Tipo><PtoVta>3</PtoVta><Nro>1</Nro><CbteFch>20311199</CbteFch>")),
  },
  { codes: [1491], name: "a note about nothing", ...note({}) },
  { codes: [1492], name: "an invoice with a period", fields: period("20311101", "20311110") },
  { codes: [1493], name: "a period without a first day", ...note(period("", "20311110")) },
  { codes: [1494], name: "a period without a last day", ...note(period("20311101", "")) },
  { codes: [1495], name: "a first day that is no date", ...note(period("20311199", "20311110")) },
  { codes: [1496], name: "a last day that is no date", ...note(period("20311001", "20311032")) },
  { codes: [1497], name: "a period before 2006", ...note(period("20051201", "20311110")) },
  { codes: [1498], name: "a period that ends before it begins", ...note(period("20311105", "20311104")) },
  { codes: [1499], name: "a period that ends after the note", ...note(period("20311101", "20311112")) },
];

export const reportFixtures: ReportFixture[] = [
  ...accepted.map((fixture): ReportFixture => ({ ...fixture, codes: [], accepted: true })),
  ...remarks.map((fixture): ReportFixture => ({ ...fixture, accepted: true })),
  ...refusals,
];

/** What a missing receiver's condition leads to, by the day of the report. */
export const conditionCodes = [
  { today: "20261130", code: 825, observation: true },
  { today: "20261201", code: 826 },
];

/** One declaration without movement, or its look-up, and the one code that answers it; none when it is right. */
export type NoMovementFixture = {
  operation: "declareIdle" | "findIdle";
  name: string;
  code?: number;
  pos?: number;
  /** Whose code is sent, or another text. */
  sent?: string;
  point?: Omit<Point, "number">;
  today?: string;
  reported?: true;
  declared?: true;
};

export const noMovementFixtures: NoMovementFixture[] = [
  { operation: "declareIdle", name: "on the second day", today: "20311102" },
  { operation: "declareIdle", name: "after the last day to report", today: "20311201" },
  { operation: "declareIdle", name: "at a registered point of sale", point: { type: ri } },
  { operation: "findIdle", name: "of a declaration", declared: true },
  { operation: "declareIdle", name: "a code that is no CAEA", code: 1200, sent: "71293955911805" },
  { operation: "declareIdle", name: "another issuer's code", code: 1201, sent: "other" },
  { operation: "declareIdle", name: "of a point of sale with a voucher", code: 1202, reported: true },
  { operation: "declareIdle", name: "on the first day", code: 1203, today: "20311101" },
  { operation: "declareIdle", name: "at a point of sale of CAE", code: 1204, point: { type: "CAE - Ri Iva" } },
  {
    operation: "declareIdle",
    name: "before the point of sale was opened",
    code: 1205,
    point: { type: ri, openedOn: "20311116" },
  },
  {
    operation: "declareIdle",
    name: "after the point of sale was closed",
    code: 1205,
    point: { type: ri, closedOn: "20311031" },
  },
  { operation: "declareIdle", name: "at point of sale 0", code: 1206, pos: 0 },
  { operation: "declareIdle", name: "a code of three digits", code: 1207, sent: "123" },
  { operation: "declareIdle", name: "twice", code: 1209, declared: true },
  { operation: "findIdle", name: "without a code", code: 10100, sent: "" },
  { operation: "findIdle", name: "at point of sale 0", code: 10101, pos: 0 },
  { operation: "findIdle", name: "of nothing", code: 10102 },
  { operation: "findIdle", name: "of another issuer's code", code: 10102, sent: "other" },
  { operation: "findIdle", name: "of a point of sale with a voucher", code: 10105, reported: true },
];

/** One request for a code, or its look-up. Without codes it is granted. */
export type RequestFixture = {
  operation?: "request" | "find";
  name: string;
  codes: number[];
  /** The codes come with a granted code. */
  remarks?: true;
  /** Period and order; 203111 and 2 unless told. */
  asked?: [number, number];
  today?: string;
  settings?: Partial<Settings>;
  issuer?: "untaxed";
  /** Codes that were granted before: period, order and the day of the request. */
  before?: [number, number, string][];
  /** A part of the answer. */
  text?: string;
};

const caeaPoint = { number: 7, type: ri };
const registered = (...points: (number | typeof caeaPoint)[]) => ({
  settings: { pointsOfSale: { "30712345671": points } },
});
const echoed = (period: number, order: number) =>
  `<ResultGet><Periodo>${period}</Periodo><Orden>${order}</Orden></ResultGet>`;

export const requestFixtures: RequestFixture[] = [
  { codes: [], name: "five days before the fortnight", today: "20311111" },
  { codes: [], name: "on the last day", today: "20311130" },
  { codes: [], name: "with points of sale of both kinds", ...registered(1, caeaPoint) },
  { codes: [15000], name: "of an issuer that is not active", settings: { refusedCuits: ["30712345671"] } },
  { codes: [15010], name: "of somebody without the taxes", issuer: "untaxed" },
  { codes: [15003], name: "without a point of sale of CAEA", ...registered(1) },
  { codes: [15004], name: "of month 13", asked: [203113, 1] },
  { codes: [15004, 15005], name: "of month 0 and order 3", asked: [203100, 3] },
  { codes: [15005], name: "of order 0", asked: [203111, 0] },
  {
    codes: [15006],
    name: "six days before",
    today: "20311110",
    text: "de cada quincena. Del 11/11/2031 hasta 11/30/2031</Msg>",
  },
  {
    codes: [15006],
    name: "after the fortnight",
    asked: [203111, 1],
    today: "20311116",
    text: "<FECAEASolicitarResult><Errors>",
  },
  { codes: [15008], name: "twice", before: [[203111, 2, "20311112"]], text: echoed(0, 0) },
  { codes: [15016], name: "without a point of sale of CAE", ...registered(caeaPoint) },
  {
    codes: [15014],
    name: "with two fortnights owed in a row",
    remarks: true,
    asked: [203112, 2],
    today: "20311212",
    before: [
      [203111, 1, "20311101"],
      [203111, 2, "20311120"],
    ],
  },
  {
    codes: [],
    name: "with two fortnights owed, but not in a row",
    asked: [203201, 1],
    today: "20320110",
    before: [
      [203111, 1, "20311101"],
      [203112, 1, "20311201"],
    ],
  },
  {
    codes: [15014],
    name: "with four fortnights owed",
    remarks: true,
    asked: [203204, 1],
    today: "20320410",
    before: [
      [203111, 1, "20311101"],
      [203112, 1, "20311201"],
      [203201, 1, "20320101"],
      [203202, 1, "20320201"],
    ],
  },
  {
    codes: [],
    name: "with a fortnight that can still be reported",
    asked: [203112, 1],
    today: "20311208",
    before: [
      [203111, 1, "20311101"],
      [203111, 2, "20311120"],
    ],
  },
  {
    codes: [15015],
    name: "without an electronic address",
    remarks: true,
    settings: { caeaObservations: [15015] },
    text: "<Msg> Registra problemas",
  },
  {
    codes: [15017, 15018],
    name: "with two more remarks",
    remarks: true,
    settings: { caeaObservations: [15018, 15017] },
  },
  { operation: "find", codes: [602], name: "of nothing", text: echoed(203111, 2) },
  { operation: "find", codes: [15004], name: "of month 0", asked: [203100, 1], text: echoed(203100, 1) },
  { operation: "find", codes: [15005], name: "of order 3", asked: [203111, 3] },
  {
    operation: "find",
    codes: [],
    name: "long after the fortnight",
    today: "20320401",
    before: [[203111, 2, "20311120"]],
  },
];
