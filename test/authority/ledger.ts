import type { DeclaredVoucher } from "./declared-voucher.js";
import { openJsonLines } from "./json-lines.js";
import type { Finding } from "./rules/finding.js";

export type Sequence = { cuit: string; pos: number; type: number };

export type GrantedVoucher = Sequence & {
  number: number;
  /** The last number of a lot; the same as `number` for a single voucher. */
  numberTo: number;
  cae: string;
  caeExpiration: string;
  date: string;
  /** FchProceso, yyyymmddhhmmss in Argentine time. */
  processed: string;
  /** Epoch milliseconds of the machine's clock. The lags count from here. */
  grantedAtMs: number;
  /** Issued by another system on the same sequence, through the control routes. */
  foreign: boolean;
  /** Reported afterwards: then `cae` is the CAEA and `caeExpiration` the end of its validity. */
  emission?: "CAEA";
  /** CbteFchHsGen of a reported voucher, yyyymmddhhmmss. */
  generated?: string | undefined;
  observations: Finding[];
  declared: DeclaredVoucher;
};

export type Ledger = {
  lastOf: (sequence: Sequence) => GrantedVoucher | undefined;
  /** The last voucher that was granted at or before `atMs`. */
  lastGrantedBy: (sequence: Sequence, atMs: number) => GrantedVoucher | undefined;
  find: (sequence: Sequence, number: number) => GrantedVoucher | undefined;
  /** Whether any voucher of any type was granted on this point of sale. */
  hasPointOfSale: (cuit: string, pos: number) => boolean;
  /** Writes to disk before it returns, so that every answered voucher survives a kill. */
  append: (vouchers: GrantedVoucher[]) => void;
  all: () => GrantedVoucher[];
  ofTypes: (isWanted: (type: number) => boolean) => GrantedVoucher[];
  /** Increasing and unique, also across restarts and resets. */
  nextCaeTail: () => number;
  clear: () => void;
  close: () => void;
};

const keyOf = ({ cuit, pos, type }: Sequence) => `${cuit} ${pos} ${type}`;

/**
 * The vouchers granted in one environment: JSON lines in `file`, or only in memory without a file.
 * @param caeOffset keeps the CAEs of two environments apart
 */
export function openLedger(file: string | undefined, caeOffset: number): Ledger {
  const sequences = new Map<string, GrantedVoucher[]>();
  const pointsOfSale = new Set<string>();
  const keep = (voucher: GrantedVoucher) => {
    const rows = sequences.get(keyOf(voucher));
    pointsOfSale.add(`${voucher.cuit} ${voucher.pos}`);
    if (rows) rows.push(voucher);
    else sequences.set(keyOf(voucher), [voucher]);
  };
  const lines = openJsonLines<GrantedVoucher>(file);
  for (const voucher of lines.stored) keep(voucher);

  // Starts from the clock, so that a database that outlives an in-memory simulator never gets the same CAE twice.
  const start = (Math.floor(Date.now() / 10) + caeOffset) % 10_000_000_000;
  let caeTail = lines.stored.reduce((highest, { cae }) => Math.max(highest, Number(cae.slice(4))), start);

  return {
    lastOf: (sequence) => sequences.get(keyOf(sequence))?.at(-1),
    lastGrantedBy: (sequence, atMs) =>
      sequences.get(keyOf(sequence))?.findLast(({ grantedAtMs }) => grantedAtMs <= atMs),
    find(sequence, number) {
      const voucher = sequences.get(keyOf(sequence))?.findLast((row) => row.number <= number);
      return voucher && number <= voucher.numberTo ? voucher : undefined;
    },
    hasPointOfSale: (cuit, pos) => pointsOfSale.has(`${cuit} ${pos}`),
    append(vouchers) {
      lines.append(vouchers);
      for (const voucher of vouchers) keep(voucher);
    },
    all: () => [...sequences.values()].flat(),
    ofTypes: (isWanted) => [...sequences.values()].filter(([first]) => first && isWanted(first.type)).flat(),
    nextCaeTail() {
      caeTail = (caeTail + 1) % 10_000_000_000;
      return caeTail;
    },
    clear() {
      sequences.clear();
      pointsOfSale.clear();
      lines.clear();
    },
    close: lines.close,
  };
}
