import { decimal } from "../../../shared/domain/spanish.js";

export {
  cuit,
  decimal,
  fiscalDate,
  instant,
  money,
  nameOfVoucher,
  withSmallInitial,
} from "../../../shared/domain/spanish.js";

/** "1.234 comprobantes", "1 comprobante". */
export const counted = (count: number, one: string, many: string): string =>
  `${decimal(count)} ${count === 1 ? one : many}`;

const list = new Intl.ListFormat("es-AR", { type: "conjunction" });

/** "el domicilio, la provincia y el CBU" */
export const listed = (names: string[]): string => list.format(names);

const months = [
  ...["enero", "febrero", "marzo", "abril", "mayo", "junio"],
  ...["julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"],
];

/** "noviembre de 2026" of "202611". */
export const monthName = (period: string): string =>
  `${months[Number(period.slice(4, 6)) - 1] ?? ""} de ${period.slice(0, 4)}`;
