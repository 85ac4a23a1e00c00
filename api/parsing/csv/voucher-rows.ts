import type { LocalizedText } from "../../../shared/domain/localized-text.js";
import type { PlacedFault } from "../../http/errors.js";
import { type FieldPath, type FieldPlace, toPath, writeField } from "../../http/field.js";
import { addFault } from "../fault-list.js";
import type { SentBatch } from "../sent-batch.js";
import { createYielder } from "../yielder.js";
import { type CsvColumn, issuanceColumns } from "./columns.js";
import { explainThousands, provesPoint, readCell } from "./read-cell.js";

/** No list of a body may be longer. */
const longestList = 1_000;

/** A column, and which cell of each row is in it. */
export interface HeadedColumn {
  at: number;
  column: CsvColumn;
}

interface PlacedCell {
  column: CsvColumn;
  line: number;
  text: string;
}

/** The rows of one key. */
interface CsvVoucher {
  /** Line of its first row. */
  line: number;
  /** The cells of the body itself, by column: the first that is not blank. */
  own: Map<string, PlacedCell>;
  /** One element of a list for each row that has cells of it. */
  lists: Map<string, PlacedCell[][]>;
}

/** Gathers rows into vouchers, in the order of their first rows. What is wrong with a row goes to `faults`. */
export class VoucherRows {
  readonly #vouchers: CsvVoucher[] = [];
  readonly #byKey = new Map<string, CsvVoucher>();
  readonly #faults: PlacedFault[];
  /** Columns of numbers in which a point stands before a fraction beyond doubt. */
  readonly #withPoint = new Set<CsvColumn>();

  /** Columns of numbers in which some number has a point. */
  readonly #pointed = new Set<CsvColumn>();
  readonly #separator: string;

  /** @param separator what stands between the cells: only beside a semicolon can a comma stand before decimals */
  constructor(faults: PlacedFault[], separator: string) {
    this.#faults = faults;
    this.#separator = separator;
  }

  get count(): number {
    return this.#vouchers.length;
  }

  add(header: HeadedColumn[], cells: string[], line: number): void {
    const places = header.flatMap(({ at, column }) => {
      const text = cells[at] ?? "";
      return text.trim() === "" ? [] : [{ column, line, text }];
    });
    for (const { column, text } of places)
      if (column.kind === "number") {
        if (provesPoint(text)) this.#withPoint.add(column);
        if (text.includes(".")) this.#pointed.add(column);
      }
    const voucher = this.#of(places.find(({ column }) => column.name === "idempotency")?.text, line);
    for (const place of places) if (place.column.list === undefined) this.#keep(voucher, place);
    for (const list of issuanceColumns.lists) {
      const element = places.filter(({ column }) => column.list === list);
      if (element.length > 0) keepElement(voucher, list, element);
    }
  }

  /** The voucher of this key. A row without a key is one by itself, and will be found to lack it. */
  #of(key: string | undefined, line: number): CsvVoucher {
    const known = key === undefined ? undefined : this.#byKey.get(key);
    if (known) return known;
    const voucher: CsvVoucher = { line, own: new Map(), lists: new Map() };
    this.#vouchers.push(voucher);
    if (key !== undefined) this.#byKey.set(key, voucher);
    return voucher;
  }

  #keep({ own }: CsvVoucher, place: PlacedCell): void {
    const { name } = place.column;
    const before = own.get(name);
    if (!before) own.set(name, place);
    else if (before.text.trim() !== place.text.trim())
      addFault(this.#faults, {
        field: { line: place.line, column: name },
        message: {
          en: `must be as in line ${before.line} or empty: rows with the same idempotency are one voucher`,
          es: `Tiene que ser igual que en la línea ${before.line} o quedar vacío: las filas con la misma clave son un solo comprobante.`,
        },
      });
  }

  /** The bodies, and where each field of them stands in the file. */
  async toBatch(): Promise<Pick<SentBatch, "invoices" | "placeOf" | "lineOf">> {
    const breathe = createYielder();
    const invoices: object[] = [];
    for (const voucher of this.#vouchers) {
      await breathe();
      invoices.push(this.#toBody(voucher));
    }
    return {
      invoices,
      lineOf: (index) => this.#vouchers[index]?.line ?? 1,
      placeOf: (index, field) => placeIn(this.#vouchers[index], field),
    };
  }

  #toBody({ own, lists }: CsvVoucher): object {
    const body = [...own.values()].map((place) => this.#read(place));
    const elements = [...lists].map(([list, rows]): [string[], unknown] => [
      [list],
      rows.map((row) => toObject(row.map((place) => this.#read(place)))),
    ]);
    return toObject([...body, ...elements]);
  }

  /** A cell that cannot be read stays a text: what the schema says of that field is not said again. */
  #read({ column, line, text }: PlacedCell): [string[], unknown] {
    const read = this.#isInDoubt(column, text) ?? readCell(this.#withDecimalPoint(column, text), column.kind);
    if ("value" in read) return [column.path, read.value];
    addFault(this.#faults, { field: { line, column: column.name }, message: read.fault });
    return [column.path, text];
  }

  /** A decimal comma of a column without any point leaves no doubt where semicolons separate. */
  #withDecimalPoint(column: CsvColumn, text: string): string {
    const hasComma = this.#separator === ";" && column.kind === "number" && !this.#pointed.has(column);
    return hasComma && /^\s*-?\d+,\d+\s*$/.test(text) ? text.replace(",", ".") : text;
  }

  /** A number that es-AR reads as another, in a column that does not say which is meant. */
  #isInDoubt(column: CsvColumn, text: string): { fault: LocalizedText } | undefined {
    if (column.kind !== "number" || this.#withPoint.has(column)) return undefined;
    const fault = explainThousands(text);
    return fault === undefined ? undefined : { fault };
  }
}

/** Builds an object of values with their paths. Every name becomes a property of its own, whatever it is called. */
function toObject(values: [string[], unknown][]): object {
  const inner = new Map<string, [string[], unknown][]>();
  const own = new Map<string, unknown>();
  for (const [[name = "", ...rest], value] of values)
    if (rest.length === 0) own.set(name, value);
    else addTo(inner, name, [rest, value]);
  for (const [name, fields] of inner) own.set(name, toObject(fields));
  return Object.fromEntries(own);
}

/** One more than any list may have is enough for the schema to refuse it. */
function keepElement({ lists }: CsvVoucher, list: string, element: PlacedCell[]): void {
  if ((lists.get(list)?.length ?? 0) <= longestList) addTo(lists, list, element);
}

function addTo<Key, Member>(groups: Map<Key, Member[]>, key: Key, member: Member): void {
  const group = groups.get(key);
  if (group) group.push(member);
  else groups.set(key, [member]);
}

function placeIn(voucher: CsvVoucher | undefined, field: FieldPath | null): FieldPlace {
  if (!voucher) return { line: 1 };
  if (field === null) return { line: voucher.line };
  const [list = "", at, ...inElement] = toPath(field);
  if (typeof list !== "string" || !issuanceColumns.lists.has(list) || typeof at !== "number") {
    const column = writeField(field);
    return { line: voucher.own.get(column)?.line ?? voucher.line, column };
  }
  const line = voucher.lists.get(list)?.[at]?.[0]?.line ?? voucher.line;
  // A cell with several values is one.
  const cell = typeof inElement.at(-1) === "number" ? inElement.slice(0, -1) : inElement;
  return { line, column: writeField([list, ...cell]) };
}
