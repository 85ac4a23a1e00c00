import type { DeclaredVoucher } from "../../authority/declared-voucher.js";
import type { Settings } from "../../authority/settings.js";
import type { CodeCase } from "./code-cases.js";

/** The rows of code-cases.ts about activities, delivery notes and several buyers. */

const cuit = "30712345671";
const toCompany = { DocTipo: 80, DocNro: 30_500_010_912, CondicionIVAReceptorId: 1 };

const activities = (...ids: number[]) => ({ Actividades: ids.map((Id) => ({ Id })) });
const [usual, meat, flour, tobacco] = [620_100, 101_011, 106_110, 120_091];
const active: Partial<Settings> = {
  further: { activities: { [cuit]: [usual, meat, flour, tobacco] }, projects: {}, insurers: [] },
};
const noted = (Tipo: number) => ({ CbtesAsoc: [{ Tipo, PtoVta: 4, Nro: 1 }] });
const activityCases: CodeCase[] = [
  { codes: [10218], type: 6, change: { Actividades: [] } },
  { codes: [10219], type: 6, change: activities(0) },
  { codes: [10220], type: 6, change: activities(999_999) },
  { codes: [10221], type: 6, change: activities(usual, usual) },
  { codes: [10222, 10231], type: 6, change: activities(meat, flour), settings: active },
  { codes: [10223], type: 6, change: activities(471_120) },
  {
    codes: [10224],
    type: 6,
    change: {
      ...{ Concepto: 2, FchServDesde: "20260901", FchServHasta: "20260930", FchVtoPago: "20261010" },
      ...{ ...activities(meat), ...noted(995) },
    },
    settings: active,
  },
  { codes: [10225], type: 6, change: { ...activities(meat), ...noted(991) }, settings: active },
  { codes: [10226], type: 6, change: { ...activities(flour), ...noted(991) }, settings: active },
  { codes: [10227], type: 6, change: { ...activities(tobacco), ...noted(991) }, settings: active },
  { codes: [10228], type: 6, change: noted(995) },
  { codes: [10229], type: 6, change: { ...activities(usual), ...noted(993) } },
  { codes: [10230], type: 6, change: noted(88) },
  { codes: [10231], type: 6, change: activities(tobacco), settings: active },
  ...[995, 994, 993, 88].map((note) => ({
    ...{ codes: [], type: 6, settings: active, isGranted: true as const },
    change: { ...activities(note === 995 ? meat : note === 88 ? tobacco : flour), ...noted(note) },
  })),
];

const inRegister = (more: object): Partial<Settings> => ({
  deliveryNotes: [{ type: 991, pos: 4, number: 1, ...more }],
});
const deliveryCases: CodeCase[] = [
  { codes: [10120], type: 6, change: noted(991), settings: { deliveryNotes: [] } },
  { codes: [10121], type: 6, change: noted(991), settings: inRegister({ confirmed: false }) },
  { codes: [10122], type: 6, change: noted(991), settings: inRegister({ receiver: "30710151543" }) },
  { codes: [10232], type: 6, change: noted(991), settings: inRegister({ associated: true }) },
];

type Share = [DocNro: number, Porcentaje: string, DocTipo?: number];
const [first, second] = [30_500_010_912, 20_222_222_223];
const joint = (rows: Share[], more: Partial<DeclaredVoucher> = {}): Partial<DeclaredVoucher> => ({
  ...toCompany,
  CondicionIVAReceptorId: 4,
  Compradores: rows.map(([DocNro, Porcentaje, DocTipo = 80]) => ({ DocTipo, DocNro, Porcentaje })),
  ...more,
});
const seller = [
  { Id: "91", Valor: "Ana" },
  { Id: "93", Valor: "Calle 1" },
];
const both = (one: string, other: string): Share[] => [
  [first, one],
  [second, other],
];
const services = { Concepto: 2, FchServDesde: "20260901", FchServHasta: "20260930", FchVtoPago: "20261010" };
const buyerCases: CodeCase[] = [
  { codes: [10133], type: 6, change: joint([]) },
  {
    codes: [10134],
    type: 49,
    change: joint(both("60", "40"), { CondicionIVAReceptorId: 5, Opcionales: seller }),
  },
  {
    codes: [10135, 10137],
    type: 6,
    change: joint([
      [first, "60"],
      [second, "40", 0],
    ]),
  },
  {
    codes: [10136, 10137],
    type: 6,
    change: joint(
      [
        [20_201_797_064, "60", 96],
        [second, "40"],
      ],
      { DocTipo: 96, DocNro: 20_201_797_064, CondicionIVAReceptorId: 5 },
    ),
  },
  {
    codes: [10137],
    type: 6,
    change: joint([
      [first, "60"],
      [20_222_222_223, "40", 96],
    ]),
  },
  {
    codes: [10138, 10139],
    type: 6,
    change: joint([
      [first, "60"],
      [0, "40"],
    ]),
  },
  {
    codes: [10139],
    type: 6,
    change: joint([
      [first, "60"],
      [28_111_222, "40"],
    ]),
  },
  {
    codes: [10140],
    type: 6,
    change: joint([
      [first, "60"],
      [Number(cuit), "40"],
    ]),
  },
  {
    codes: [10141],
    type: 6,
    change: joint([
      [first, "50"],
      [first, "50"],
    ]),
  },
  { codes: [10142, 10144, 10147], type: 6, change: joint(both("60", "0")) },
  { codes: [10143], type: 6, change: joint(both("60.001", "39.999")) },
  {
    codes: [10144],
    type: 6,
    change: joint([
      [first, "60"],
      [second, "50"],
      [20_201_797_064, "-10"],
    ]),
  },
  {
    codes: [10145],
    type: 6,
    change: joint([
      [20_201_797_064, "60"],
      [second, "40"],
    ]),
  },
  { codes: [10146], type: 6, change: joint(both("40", "60")) },
  { codes: [10147], type: 6, change: joint(both("60", "39.99")) },
  {
    codes: [10148],
    type: 6,
    change: joint([
      [first, "60"],
      [30_700_000_008, "40"],
    ]),
  },
  {
    codes: [10149],
    type: 1,
    change: joint(
      [
        [30_710_151_543, "60"],
        [second, "40"],
      ],
      { ...toCompany, DocNro: 30_710_151_543 },
    ),
  },
  { codes: [10150], type: 6, change: joint(both("60", "40"), services) },
  { codes: [], type: 6, change: joint(both("99.99", "0.01")), isGranted: true },
];

export const furtherCases: CodeCase[] = [...activityCases, ...deliveryCases, ...buyerCases];
