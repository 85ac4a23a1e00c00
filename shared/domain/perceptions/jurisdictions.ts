interface Province {
  /** Code of `stateId`. */
  stateId: number;
  /** Number at the Comisión Arbitral, 901 to 924. */
  jurisdiction: number;
  /** Short name: with the full one of Tierra del Fuego a tribute's description would be too long. */
  name: string;
}

type ProvinceRow = [stateId: number, jurisdiction: number, name: string];

/** Provinces in the order of their jurisdictions. Source: issuer/authority/README.md, section 19.1. */
const rows: ProvinceRow[] = [
  [0, 901, "CABA"],
  [1, 902, "Buenos Aires"],
  [2, 903, "Catamarca"],
  [3, 904, "Córdoba"],
  [4, 905, "Corrientes"],
  [16, 906, "Chaco"],
  [17, 907, "Chubut"],
  [5, 908, "Entre Ríos"],
  [18, 909, "Formosa"],
  [6, 910, "Jujuy"],
  [21, 911, "La Pampa"],
  [8, 912, "La Rioja"],
  [7, 913, "Mendoza"],
  [19, 914, "Misiones"],
  [20, 915, "Neuquén"],
  [22, 916, "Río Negro"],
  [9, 917, "Salta"],
  [10, 918, "San Juan"],
  [11, 919, "San Luis"],
  [23, 920, "Santa Cruz"],
  [12, 921, "Santa Fe"],
  [13, 922, "Santiago del Estero"],
  [24, 923, "Tierra del Fuego"],
  [14, 924, "Tucumán"],
];

export const jurisdictions: readonly Province[] = rows.map(([stateId, jurisdiction, name]) => ({
  stateId,
  jurisdiction,
  name,
}));

const byStateId = new Map(jurisdictions.map((province) => [province.stateId, province]));

export const isStateId = (stateId: number): boolean => byStateId.has(stateId);

/** @throws RangeError for what is no province */
export function getProvince(stateId: number): Province {
  const province = byStateId.get(stateId);
  if (!province) throw new RangeError(`there is no province ${stateId}`);
  return province;
}

export const provinceName = (stateId: number): string => getProvince(stateId).name;

const last = 924;

/** Digit of a province among the 24 of a padrón's row, from the jurisdiction 924 down to 901. */
export const digitOf = (digits: string, stateId: number): number =>
  Number(digits[last - getProvince(stateId).jurisdiction]);
