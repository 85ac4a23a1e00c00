import { environmentName } from "../../../shared/domain/tenant.js";

interface Place {
  company: string;
  production: boolean;
  posNumber: number;
  voucherType: number;
}

/** A sequence as reports and violations name it. */
export const placeOf = ({ company, production, posNumber, voucherType }: Place): string =>
  `${company}/${environmentName(production)}/${posNumber}-${voucherType}`;

/** The same in SQL, of a row with its company `c`. */
export const sequenceOf = (row: string): string =>
  `${tenantOf(row)} || '/' || ${row}.pos_number || '-' || ${row}.voucher_type`;

/** Company and environment of a row with its company `c`. */
export const tenantOf = (row: string): string =>
  `c.code || '/' || CASE WHEN ${row}.production THEN 'production' ELSE 'homologation' END`;
