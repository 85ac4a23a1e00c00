import type { DeclaredVoucher } from "../../authority/declared-voucher.js";
import type { Settings } from "../../authority/settings.js";
import { furtherCases } from "./further-code-cases.js";
import { optionalCases } from "./optional-code-cases.js";

/**
 * One request for each code of wsfev1-codes.json that the simulator computes, with all codes of its answer. Today is 2026-09-18;
 * granted is invoice 1 of type 6, of that day and of 121.00, at point of sale 1.
 */
export interface CodeCase {
  codes: number[];
  type: number;
  change?: Partial<DeclaredVoucher>;
  header?: { count?: number; pos?: number; copies?: number };
  settings?: Partial<Settings>;
  /** The issuer, if it is another. */
  cuit?: string;
  isGranted?: true;
}

export const cuit = "30712345671";
export const sale: DeclaredVoucher = {
  Concepto: 1,
  DocTipo: 99,
  DocNro: 0,
  CbteDesde: 1,
  CbteHasta: 1,
  CbteFch: "20260918",
  ImpTotal: "121",
  ImpTotConc: "0",
  ImpNeto: "100",
  ImpOpEx: "0",
  ImpTrib: "0",
  ImpIVA: "21",
  MonId: "PES",
  MonCotiz: "1",
  CondicionIVAReceptorId: 5,
  Iva: [{ Id: 5, BaseImp: "100", Importe: "21" }],
};

const saleC: Partial<DeclaredVoucher> = { ImpTotal: "100", ImpIVA: "0", Iva: undefined };
const toCompany = { DocTipo: 80, DocNro: 30_710_151_543, CondicionIVAReceptorId: 1 };
const toExempt = { DocTipo: 80, DocNro: 30_710_151_543, CondicionIVAReceptorId: 4 };
const uncategorised = { DocTipo: 80, DocNro: 23_000_000_000, CondicionIVAReceptorId: 7 };
const services = { Concepto: 2, FchServDesde: "20260901", FchServHasta: "20260930", FchVtoPago: "20261010" };
const of = (more: object = {}) => ({ CbtesAsoc: [{ Tipo: 6, PtoVta: 1, Nro: 1, ...more }] });
const tribute = (more: object = {}) => ({
  ImpTotal: "122",
  ImpTrib: "1",
  Tributos: [{ Id: 7, BaseImp: "100", Alic: "1", Importe: "1", ...more }],
});
const zeroRated = { ImpTotal: "100", ImpIVA: "0" };
const stateOf = (state: Settings["receiverStates"][number]["state"]): Partial<Settings> => ({
  receiverStates: [{ cuit: "30710151543", state }],
});
const financial: Partial<Settings> = {
  fce: { issuers: [{ cuit, financial: true }], receivers: [], minimum: "5549862.00" },
};

const exempt = "30710151543";
const exemptAt = (type: string): Partial<Settings> => ({ pointsOfSale: { [exempt]: [{ number: 1, type }] } });
const mono = "20111111112";
const limits = (topCategory: string, category: string): Partial<Settings> => ({
  issuerStates: [{ cuit: mono, topCategory, category }],
});
const period = (FchDesde: string, FchHasta: string) => ({ PeriodoAsoc: { FchDesde, FchHasta } });
const printer: Partial<Settings> = {
  pointsOfSale: { [cuit]: [1, { number: 4, type: "CONTROLADOR FISCAL" }] },
};

export const codeCases: CodeCase[] = [
  { codes: [10000], type: 11, change: saleC },
  { codes: [10000], type: 51, change: toCompany, settings: { classA: [{ cuit, class: "ordinary" }] } },
  { codes: [10000], type: 1, change: toCompany, settings: { classA: [{ cuit, class: "withheld" }] } },
  { codes: [10001, 10002], type: 6, header: { count: 0 } },
  { codes: [10002], type: 6, header: { count: 2 } },
  { codes: [10003], type: 6, header: { count: 251, copies: 251 } },
  { codes: [10004], type: 6, header: { pos: 0 } },
  { codes: [10005], type: 6, settings: { pointsOfSale: { [cuit]: [7] } } },
  { codes: [10006], type: 0 },
  { codes: [10007], type: 999 },
  { codes: [10008, 10010], type: 6, change: { CbteDesde: 0, CbteHasta: 0 } },
  { codes: [10011, 10014], type: 6, change: { CbteDesde: 3, CbteHasta: 2, DocTipo: 96, DocNro: 12_345_678 } },
  { codes: [10012], type: 1, change: { ...toCompany, CbteHasta: 2 } },
  { codes: [10013], type: 1, change: { ...toCompany, DocTipo: 96, DocNro: 12_345_678 } },
  { codes: [10014], type: 6, change: { CbteHasta: 2, DocTipo: 96, DocNro: 12_345_678 } },
  { codes: [10015], type: 6, change: { DocNro: 5 } },
  { codes: [10016], type: 6, change: { CbteFch: "20260912" } },
  { codes: [10016], type: 6, change: { CbteDesde: 9, CbteHasta: 9 } },
  { codes: [10017], type: 1, change: { ...toCompany, DocNro: 30_700_000_008 }, isGranted: true },
  { codes: [10018, 10070], type: 6, change: { Iva: undefined } },
  { codes: [10018, 10019], type: 6, change: { ...zeroRated, Iva: [{ Id: 7, BaseImp: "100", Importe: "0" }] } },
  { codes: [10020, 10023, 10061], type: 6, change: { Iva: [{ Id: 5, BaseImp: "0", Importe: "0" }] } },
  { codes: [10021, 10023, 10051], type: 6, change: { Iva: [{ Id: 5, BaseImp: "100", Importe: "-21" }] } },
  {
    codes: [10022],
    type: 6,
    change: {
      Iva: [
        { Id: 5, BaseImp: "50", Importe: "10.5" },
        { Id: 5, BaseImp: "50", Importe: "10.5" },
      ],
    },
  },
  { codes: [10023, 10051], type: 6, change: { Iva: [{ Id: 5, BaseImp: "100", Importe: "20" }] } },
  { codes: [10024], type: 6, change: { ImpTotal: "122", ImpTrib: "1" } },
  { codes: [10025], type: 6, change: tribute({ Id: 55 }) },
  { codes: [10026], type: 6, change: tribute({ BaseImp: "-100" }) },
  { codes: [10027], type: 6, change: tribute({ Alic: "-1" }) },
  { codes: [10028, 10029], type: 6, change: tribute({ Importe: "-1" }) },
  { codes: [10029], type: 6, change: tribute({ Importe: "2" }) },
  { codes: [10030], type: 6, change: { Concepto: 4 } },
  { codes: [10031, 10035], type: 6, change: { FchServHasta: "20260930" } },
  { codes: [10032], type: 6, change: { ...services, FchServDesde: "20261001" } },
  { codes: [10033, 10035], type: 6, change: { FchServDesde: "20260901" } },
  { codes: [10036], type: 6, change: { ...services, FchVtoPago: "20260917" } },
  { codes: [10037], type: 6, change: { MonId: undefined } },
  { codes: [10038], type: 6, change: { MonId: "DOL", MonCotiz: undefined } },
  { codes: [10039], type: 6, change: { MonCotiz: "2" } },
  { codes: [10040], type: 8, change: of({ Tipo: 1, PtoVta: 4 }) },
  { codes: [10041], type: 8, change: of({ Nro: 99 }), isGranted: true },
  { codes: [10042], type: 6, change: tribute({ Id: 99 }) },
  { codes: [10043, 10048], type: 6, change: { ImpTotConc: "-1" } },
  { codes: [10044, 10048], type: 6, change: { ImpOpEx: "-1" } },
  { codes: [10045, 10048, 10061], type: 6, change: { ImpNeto: "-1" } },
  { codes: [10046, 10048], type: 6, change: { ImpTrib: "-1" } },
  {
    codes: [10047, 10048, 10071],
    type: 11,
    change: { ImpIVA: "21", ImpTotal: "121.5" },
    settings: { issuerLetters: "free" },
  },
  { codes: [10048], type: 6, change: { ImpTotal: "122" } },
  { codes: [10049], type: 6, change: { Concepto: 2 } },
  { codes: [10051, 10061], type: 6, change: { Iva: [{ Id: 5, BaseImp: "90", Importe: "21" }] } },
  { codes: [10048, 10056], type: 6, change: { ImpTotal: "121.123" } },
  { codes: [10040, 10057], type: 8, change: of({ Tipo: 0, PtoVta: 4 }) },
  { codes: [10058], type: 8, change: of({ PtoVta: 99_999 }) },
  { codes: [10059], type: 8, change: of({ PtoVta: 4, Nro: 99_999_999 }) },
  { codes: [10060], type: 8, change: { CbtesAsoc: [...of().CbtesAsoc, ...of().CbtesAsoc] } },
  { codes: [10062], type: 6, change: { CbtesAsoc: [] } },
  { codes: [10048, 10065], type: 6, change: { ImpTotal: "-121" } },
  { codes: [10067], type: 6, change: uncategorised },
  { codes: [10069], type: 1, change: { ...toCompany, DocNro: Number(cuit) } },
  { codes: [10119], type: 6, change: { MonId: "DOL", MonCotiz: "1" } },
  { codes: [10151], type: 8, change: of({ PtoVta: 4, Cuit: "1" }) },
  { codes: [10152], type: 6, change: { CbteFch: "20261002" }, settings: { clockOffsetMs: 12 * 86_400_000 } },
  { codes: [10195], type: 6, change: toExempt, settings: stateOf("apocryphal") },
  { codes: [10197], type: 8 },
  { codes: [10198], type: 6, change: { PeriodoAsoc: { FchDesde: "20260901", FchHasta: "20260918" } } },
  { codes: [10208], type: 8, change: { PeriodoAsoc: { FchDesde: "20260901", FchHasta: "20260919" } } },
  { codes: [10217], type: 1, change: { ...toCompany, CondicionIVAReceptorId: 6 }, isGranted: true },
  { codes: [10237], type: 8, change: { ...of(), ImpTotal: "242", ImpOpEx: "121" }, isGranted: true },
  { codes: [10238], type: 1, change: { ...toCompany, DocNro: 30_710_151_544 }, isGranted: true },
  { codes: [10239], type: 6, change: { CanMisMonExt: "X" } },
  { codes: [10241], type: 6, change: { CanMisMonExt: "S" } },
  { codes: [10242], type: 6, change: { CondicionIVAReceptorId: 99 } },
  { codes: [10243], type: 6, change: { CondicionIVAReceptorId: 1 } },
  {
    codes: [10245],
    type: 6,
    change: { CondicionIVAReceptorId: 0 },
    settings: { receiverCondition: "observed" },
    isGranted: true,
  },
  { codes: [10246], type: 6, change: { CondicionIVAReceptorId: 0 } },
  { codes: [10247], type: 6, change: toExempt, settings: stateOf("invalid") },
  { codes: [10247], type: 8, change: { ...toExempt, ...of() }, settings: stateOf("invalid"), isGranted: true },
  { codes: [10248], type: 6, change: toExempt, settings: stateOf("unreliable") },
  { codes: [10248], type: 8, change: { ...toExempt, ...of() }, settings: stateOf("unreliable"), isGranted: true },
  { codes: [10249], type: 6, change: toExempt, settings: stateOf("deceased"), isGranted: true },
  { codes: [10270], type: 6, change: { DocTipo: 31, DocNro: 1234, CondicionIVAReceptorId: 15 } },
  {
    codes: [10271],
    type: 6,
    change: { DocTipo: 31, DocNro: 12_345, CondicionIVAReceptorId: 15 },
    settings: financial,
  },
  { codes: [10272], type: 6, change: { DocTipo: 31, DocNro: 1234 }, settings: financial },
  { codes: [10283], type: 6, change: { ...uncategorised, ...tribute() }, isGranted: true },
  { codes: [10063], type: 1, change: toCompany, settings: stateOf("untaxed"), isGranted: true },
  { codes: [10096], type: 11, change: saleC, cuit: exempt, settings: exemptAt("CAE - Monotributo") },
  {
    codes: [],
    type: 11,
    change: saleC,
    cuit: exempt,
    settings: exemptAt("COMPROBANTES – EXENTO EN IVA – WEB SERVICES"),
    isGranted: true,
  },
  { codes: [10199], type: 8, change: period("", "20260918") },
  { codes: [10203], type: 8, change: period("20260901", "") },
  { codes: [10204], type: 8, change: period("20260931", "20260918") },
  { codes: [10205], type: 8, change: period("20260801", "20260831x") },
  { codes: [10206], type: 8, change: period("20060101", "20260918") },
  { codes: [10207], type: 8, change: period("20260918", "20260917") },
  { codes: [10209], type: 8, change: { ...period("20260831", "20260918"), ...tribute() }, isGranted: true },
  { codes: [10041, 10210], type: 8, change: of({ Nro: 99, CbteFch: "20261018" }) },
  { codes: [10211], type: 8, change: of({ PtoVta: 4 }), settings: printer },
  { codes: [10212], type: 8, change: of({ PtoVta: 4, CbteFch: "20260919" }), settings: printer },
  { codes: [10213], type: 8, change: of({ PtoVta: 4, CbteFch: "20260231" }) },
  {
    codes: [10234],
    type: 1,
    change: toCompany,
    settings: { issuerStates: [{ cuit, formPending: true }] },
    isGranted: true,
  },
  { codes: [10235, 10236], type: 11, change: saleC, cuit: mono, settings: limits("99.99", "50"), isGranted: true },
  { codes: [10236], type: 11, change: saleC, cuit: mono, settings: limits("100", "99.99"), isGranted: true },
  { codes: [10240], type: 6, change: { MonId: "DOL", MonCotiz: "1156.2" }, settings: { quotationCap: "checked" } },
  { codes: [10015, 10284], type: 6, change: { ...toExempt, DocNro: 30_710_151_544 } },
  ...optionalCases,
  ...furtherCases,
];
