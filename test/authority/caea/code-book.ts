import { openJsonLines } from "../json-lines.js";
import type { GrantedVoucher, Ledger } from "../ledger.js";
import type { Finding } from "../rules/finding.js";

/** A CAEA: the code of one issuer and fortnight. Days are yyyymmdd in Argentina. */
export type AdvanceCode = {
  cuit: string;
  /** AAAAMM */
  period: number;
  /** 1 or 2 */
  order: number;
  /** Fourteen digits. */
  code: string;
  from: string;
  to: string;
  /** FchTopeInf. */
  reportBy: string;
  /** FchProceso, yyyymmddhhmmss. */
  processed: string;
  observations: Finding[];
};

/** A point of sale that used a code for no voucher. */
export type IdleDeclaration = { code: string; pos: number; processed: string };

type Row = AdvanceCode | IdleDeclaration;

export type CodeBook = {
  read: (code: string) => AdvanceCode | undefined;
  find: (cuit: string, period: number, order: number) => AdvanceCode | undefined;
  /** The oldest first. */
  all: () => AdvanceCode[];
  declarations: (code: string) => IdleDeclaration[];
  /** Codes and declarations are on disk when these return. */
  grant: (code: AdvanceCode) => void;
  declare: (declaration: IdleDeclaration) => void;
  clear: () => void;
  close: () => void;
};

/** The codes and declarations without movement of one environment: JSON lines in `file`, or only in memory without a file. */
export function openCodeBook(file: string | undefined): CodeBook {
  const codes = new Map<string, AdvanceCode>();
  let idle: IdleDeclaration[] = [];
  const keep = (row: Row) => {
    if ("period" in row) codes.set(row.code, row);
    else idle.push(row);
  };
  const lines = openJsonLines<Row>(file);
  for (const row of lines.stored) keep(row);
  const write = (row: Row) => {
    lines.append([row]);
    keep(row);
  };
  return {
    read: (code) => codes.get(code),
    find: (cuit, period, order) =>
      [...codes.values()].find((one) => one.cuit === cuit && one.period === period && one.order === order),
    all: () => [...codes.values()],
    declarations: (code) => idle.filter((one) => one.code === code),
    grant: write,
    declare: write,
    clear() {
      codes.clear();
      idle = [];
      lines.clear();
    },
    close: lines.close,
  };
}

/** The vouchers that were reported under a code, the oldest of a sequence first. */
export const reportedUnder = (ledger: Pick<Ledger, "all">, code: string): GrantedVoucher[] =>
  ledger.all().filter(({ emission, cae }) => emission === "CAEA" && cae === code);
