import type { Letter, VoucherKind } from "../voucher-type-table.js";

/** Record of the monthly return of SIRCIP: one line of perceptions of one voucher. Amounts and rates have two decimals. */
export interface SircipRecord {
  /** CUIT of the receiver. */
  cuit: string;
  /** Check number of the padrón; null for who is not in it. */
  crc: number | null;
  /** Fiscal, `YYYYMMDD`. */
  date: string;
  record: 1 | 2 | 4 | 5;
  /** Province of delivery: 901 to 924. */
  jurisdiction: number;
  kind: VoucherKind;
  letter: Letter;
  posNumber: number;
  voucherNumber: number;
  /** In pesos, never negative. */
  base: string;
  rate: string;
  amount: string;
  /** Voucher that a credit note modifies. Null of all others. */
  original: Pick<SircipRecord, "kind" | "letter" | "posNumber" | "voucherNumber"> | null;
}

/** Ways to write a file otherwise, where the published design leaves a doubt. */
export interface SircipOptions {
  /** Credit notes as their original's record with negative amounts, or as annulled ones (record 6). */
  notes: "same" | "annulled";
  field6: "0" | "blank";
  /** CRC of who is not in the padrón. */
  absentCrc: string;
  /** Points of sale and numbers with zeros in front of them. */
  zeros: boolean;
}

export const usualSircip: SircipOptions = { notes: "same", field6: "0", absentCrc: "", zeros: false };

const kindCodes: Record<VoucherKind, string> = { invoice: "1", debitNote: "2", creditNote: "102" };

const padded = (value: number, digits: number) => String(value).padStart(digits, "0");
const isCredit = ({ kind }: SircipRecord) => kind === "creditNote";
const isAnnulled = (line: SircipRecord, { notes }: SircipOptions) => isCredit(line) && notes === "annulled";
const crcOf = ({ crc }: SircipRecord, { absentCrc }: SircipOptions) => (crc === null ? absentCrc : String(crc));
const signed = (line: SircipRecord, amount: string, options: SircipOptions) =>
  isCredit(line) && options.notes === "same" && Number(amount) !== 0 ? `-${amount}` : amount;

type WriteField = (line: SircipRecord, options: SircipOptions) => string;

/** The 17 fields, in their order. Source: issuer/authority/README.md, section 19.8. */
const fields: [name: string, write: WriteField][] = [
  ["CUIT of the receiver", ({ cuit }) => cuit],
  ["CRC", crcOf],
  ["date", ({ date }) => `${date.slice(6)}/${date.slice(4, 6)}/${date.slice(0, 4)}`],
  ["regime", () => "1"],
  ["record", (line, options) => (isAnnulled(line, options) ? "6" : String(line.record))],
  ["exempt operation", (_, { field6 }) => (field6 === "0" ? "0" : "")],
  ["jurisdiction of delivery", ({ jurisdiction }) => String(jurisdiction)],
  ["kind of voucher", ({ kind }) => kindCodes[kind]],
  ["letter", ({ letter }) => letter],
  ["point of sale", ({ posNumber }, { zeros }) => padded(posNumber, zeros ? 5 : 1)],
  ["number", ({ voucherNumber }, { zeros }) => padded(voucherNumber, zeros ? 8 : 1)],
  ["base", (line, options) => signed(line, line.base, options)],
  ["rate", ({ rate }) => rate],
  ["amount", (line, options) => signed(line, line.amount, options)],
  ["original voucher", (line, options) => writeOriginal(line, options)],
  ["CRC of the refund", (line, options) => (isAnnulled(line, options) ? crcOf(line, options) : "")],
  ["A, B or M", () => "A"],
];

/** Line of the file, with its end. */
export const writeSircipLine = (line: SircipRecord, options: SircipOptions): string =>
  `${fields.map(([, write]) => write(line, options)).join(",")}\r\n`;

/** `001A0002311312221`: kind, letter, point of sale and number; of an annulled one `00023-11312221`. */
function writeOriginal(line: SircipRecord, options: SircipOptions): string {
  const { original } = line;
  if (!original) return "";
  const [pos, number] = [padded(original.posNumber, 5), padded(original.voucherNumber, 8)];
  return isAnnulled(line, options)
    ? `${pos}-${number}`
    : `${kindCodes[original.kind].padStart(3, "0")}${original.letter}${pos}${number}`;
}
