import { Decimal, formatAmount } from "../../shared/domain/money.js";
import {
  describeSircip,
  emptySircipReadme,
  nameOne,
  type SircipReadme,
} from "../../shared/domain/reports/sircip-readme.js";
import { type PerceivedVoucher, toSircipEntry } from "../../shared/domain/reports/sircip-records.js";
import { type SircipOptions, type SircipRecord, writeSircipLine } from "../../shared/domain/reports/sircip-return.js";
import { cuit, money } from "../../shared/domain/spanish.js";
import { type ZipEntry, zip } from "./zip.js";

/** Month of an agent, as the return needs it. */
export interface SircipMonth {
  period: string;
  cuit: string;
  /** CUITs of certificates of exclusion. */
  exempt: ReadonlySet<string>;
  options: SircipOptions;
}

/** Vouchers of the month in chunks, which are read once. */
export type PerceivedSource = () => AsyncIterable<PerceivedVoucher[]>;

/** The monthly return of SIRCIP, with LEEME.txt. Source: api/README.md, "The monthly return". */
export const sircipZip = (source: PerceivedSource, month: SircipMonth): AsyncGenerator<Buffer> =>
  zip(entries(source, month));

async function* entries(source: PerceivedSource, month: SircipMonth): AsyncGenerator<ZipEntry> {
  const told = emptySircipReadme();
  yield { name: `SIRCIP_${month.cuit}_${month.period}.txt`, content: write(source, month, told) };
  yield { name: "LEEME.txt", content: [Buffer.from(describeSircip(told, month.period))] };
}

async function* write(source: PerceivedSource, month: SircipMonth, told: SircipReadme): AsyncGenerator<Buffer> {
  let sum = new Decimal(0);
  for await (const chunk of source()) {
    let text = "";
    for (const voucher of chunk) {
      const entry = toSircipEntry(voucher);
      if ("leftOut" in entry) {
        nameOne(told.leftOut, voucher, entry.leftOut);
        continue;
      }
      if (entry.records.length === 0 && month.exempt.has(voucher.docNumber))
        nameOne(told.exempt, voucher, `CUIT ${cuit(voucher.docNumber)}`);
      for (const record of entry.differs) nameOne(told.differs, voucher, `la declaración dice ${money(record.amount)}`);
      for (const record of entry.records) text += writeSircipLine(record, month.options);
      told.rows += entry.records.length;
      sum = entry.records.reduce(add, sum);
    }
    yield Buffer.from(text);
  }
  told.sum = formatAmount(sum);
}

const add = (sum: Decimal, { kind, amount }: SircipRecord): Decimal =>
  kind === "creditNote" ? sum.minus(amount) : sum.plus(amount);
