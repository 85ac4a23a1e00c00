import type { DeclaredVoucher } from "../../authority/declared-voucher.js";
import type { Settings } from "../../authority/settings.js";

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
  { codes: [10153], type: 8, change: of({ PtoVta: 4, CbteFch: "20260231" }) },
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
  { codes: [10015, 10284], type: 6, change: { ...toExempt, DocNro: 30_710_151_544 } },
];

/** Why the simulator says these only when a test tells it to (`findings` of its settings). */
export const scripted: { codes: (number | [number, number])[]; because: string }[] = [
  {
    codes: [
      10052,
      10053,
      10054,
      10055,
      10064,
      10066,
      10068,
      [10086, 10095],
      [10097, 10099],
      [10110, 10118],
      [10123, 10132],
    ],
    because: "the regimes of optional fields",
  },
  { codes: [[10273, 10282]], because: "surety insurance: which of its codes says what is not told" },
  { codes: [[10075, 10085]], because: "type 49, used goods, which the product does not issue" },
  { codes: [[10133, 10150]], because: "several buyers" },
  { codes: [[10218, 10231]], because: "activities" },
  { codes: [10063, 10234, 10235, 10236], because: "the register of the receiver's or the issuer's taxes" },
  { codes: [10096], because: "the kinds of points of sale" },
  { codes: [10120, 10121, 10122, 10232], because: "the registers of delivery notes" },
  { codes: [10199, [10203, 10207], 10209], because: "the days of a period, which the product checks itself" },
  { codes: [10210, 10211, 10212, 10213], because: "the kind and date of a voucher of somebody else" },
  { codes: [10240], because: "measured as not binding in homologation" },
  { codes: [10185, 10191, 10179, 10182], because: "gaps of the manual within a range" },
];
