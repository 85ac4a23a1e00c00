import { taxConditionLabel } from "../../shared/domain/code-labels.js";
import { filesVatBook } from "../../shared/domain/issuer-conditions.js";
import { createIvaSimple, type IvaSimple } from "../../shared/domain/reports/iva-simple.js";
import { nameVoucher } from "../../shared/domain/reports/noted-vouchers.js";
import type { ReportVoucher } from "../../shared/domain/reports/report-voucher.js";
import { createSummary, type ReportSummary } from "../../shared/domain/reports/summary.js";
import {
  bookFiles,
  describeDoubtful,
  describeLeftOut,
  describeNotDue,
  findDoubt,
  toBookRecords,
} from "../../shared/domain/reports/vat-book.js";
import { type ZipEntry, zip } from "./zip.js";

/** The vouchers of a period in chunks, from the start at each call, and always the same. */
export type ReportSource = () => AsyncIterable<ReportVoucher[]>;

const readme = "LEEME.txt";
/** How many vouchers of each kind are named. */
const maxNamed = 1_000;

/** Vouchers that LEEME.txt names, each with its reason. */
function createNamed() {
  const named: { name: string; why: string }[] = [];
  let others = 0;
  return {
    add(voucher: ReportVoucher, why: string) {
      if (named.length < maxNamed) named.push({ name: nameVoucher(voucher), why });
      else others += 1;
    },
    all: () => (others > 0 ? [...named, { name: `y ${others} comprobantes más`, why: "no se nombran" }] : named),
  };
}

type OnNamedVoucher = ReturnType<typeof createNamed>["add"];

/** One file of the sales book. Source: api/README.md, "Reports", B2. */
export async function* bookFile(
  source: ReportSource,
  part: "vouchers" | "rates",
  { leaveOut, doubt }: { leaveOut?: OnNamedVoucher; doubt?: OnNamedVoucher } = {},
): AsyncGenerator<Buffer> {
  for await (const chunk of source()) {
    let text = "";
    for (const voucher of chunk) {
      const records = toBookRecords(voucher);
      if ("leftOut" in records) {
        leaveOut?.(voucher, records.leftOut);
        continue;
      }
      text += part === "vouchers" ? records.voucher : records.rates;
      const why = doubt && findDoubt(voucher);
      if (why) doubt(voucher, why);
    }
    yield Buffer.from(text, "latin1");
  }
}

/**
 * Both files of the sales book, and what was left out of them. The vouchers are read once for each file.
 * @param taxType the company's VAT condition: not every one files the book
 */
export const bookZip = (source: ReportSource, taxType: number): AsyncGenerator<Buffer> =>
  zip(bookEntries(source, taxType));

async function* bookEntries(source: ReportSource, taxType: number): AsyncGenerator<ZipEntry> {
  const leftOut = createNamed();
  const doubtful = createNamed();
  const noted = { leaveOut: leftOut.add, doubt: doubtful.add };
  yield { name: bookFiles.vouchers, content: bookFile(source, "vouchers", noted) };
  yield { name: bookFiles.rates, content: bookFile(source, "rates") };
  const told = [
    ...(filesVatBook(taxType) ? [] : [describeNotDue(taxConditionLabel(taxType))]),
    ...(leftOut.all().length > 0 ? [describeLeftOut(leftOut.all())] : []),
    ...(doubtful.all().length > 0 ? [describeDoubtful(doubtful.all())] : []),
  ];
  if (told.length > 0) yield { name: readme, content: [Buffer.from(told.join("\r\n"))] };
}

/** Adds up the vouchers for the return IVA Simple. */
export async function readIvaSimple(source: ReportSource): Promise<IvaSimple> {
  const simple = createIvaSimple();
  for await (const chunk of source()) for (const voucher of chunk) simple.add(voucher);
  return simple;
}

const ivaSimpleFiles = { debit: "IVA_SIMPLE_DEBITO_FISCAL.csv", restitution: "IVA_SIMPLE_RESTITUCION.csv" };

/** Both files of IVA Simple, and what was assumed in them. */
export const ivaSimpleZip = (simple: IvaSimple): AsyncGenerator<Buffer> => zip(ivaSimpleEntries(simple));

async function* ivaSimpleEntries(simple: IvaSimple): AsyncGenerator<ZipEntry> {
  yield { name: ivaSimpleFiles.debit, content: [Buffer.from(simple.debit())] };
  yield { name: ivaSimpleFiles.restitution, content: [Buffer.from(simple.restitution())] };
  const { count, names } = simple.assumedRegistered;
  if (count > 0) yield { name: readme, content: [Buffer.from(describeAssumed(count, names))] };
}

const describeAssumed = (count: number, names: string[]): string =>
  [
    "Comprobantes contados como ventas a responsables inscriptos",
    "",
    "Los siguientes comprobantes no dicen la condición frente al IVA del receptor. Revíselos.",
    "",
    ...names,
    ...(count > names.length ? [`y ${count - names.length} comprobantes más`] : []),
    "",
  ].join("\r\n");

export async function readSummary(source: ReportSource): Promise<ReportSummary> {
  const summary = createSummary();
  for await (const chunk of source()) for (const voucher of chunk) summary.add(voucher);
  return summary.result();
}
