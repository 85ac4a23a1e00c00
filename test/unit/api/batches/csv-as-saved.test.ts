import fc from "fast-check";
import { expect, test } from "vitest";
import { asSaved, dayColumns, digitColumns } from "../../../../api/app/batches/as-saved.js";
import { decimal } from "../../../../api/app/spanish/formats.js";
import { ApiError } from "../../../../api/http/errors.js";
import { issuanceColumns } from "../../../../api/parsing/csv/columns.js";
import { readCsv } from "../../../../api/parsing/csv/read-csv.js";
import { publicCase } from "../../../support/public-case.js";
import { saidFaults } from "../../../support/readers/said-faults.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

const rule = 'api/README.md, "Batches in CSV"';
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

/** The first item of each voucher, or the faults. */
async function read(file: string | Uint8Array): Promise<unknown> {
  try {
    const { invoices, faults } = await readCsv(typeof file === "string" ? bytesOf(file) : file, null);
    return faults.length > 0
      ? saidFaults(faults)
      : invoices.map((body) => (body as { items?: object[] }).items?.[0] ?? body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return saidFaults(error.faults ?? []);
  }
}

/** What the application sends of a file. */
const readInApp = async (file: string) => read(await asSaved(bytesOf(file)));

const prices = (...cells: string[]) =>
  `idempotency;items.price\n${cells.map((cell, at) => `k${at};${cell}\n`).join("")}`;
const both = (whole: string, fraction: string) =>
  `line 2: items.price can be read as ${whole} and as ${fraction}: write ${whole} for the one, ${fraction.padEnd(whole.length + 2, "0")} for the other`;

const kind = "Numbers in CSV";

publicCase({ kind, sent: "1.500", right: "a fault that shows 1500 and 1.5", rule }, async () => {
  expect(await read(prices("1.500"))).toEqual([both("1500", "1.5")]);
});

publicCase({ kind, sent: "12.500", right: "a fault that shows 12500 and 12.5", rule }, async () => {
  expect(await read(prices("12.500"))).toEqual([both("12500", "12.5")]);
});

publicCase({ kind, sent: "1.500 and 7.25 in one column", right: "1.5: the column says so", rule }, async () => {
  expect(await read(prices("1.500", "7.25"))).toEqual([{ price: 1.5 }, { price: 7.25 }]);
});

publicCase({ kind, sent: "1.500 above 2.5000 in one column", right: "1.5: a fourth digit says so", rule }, async () => {
  expect(await read(prices("1.500", "2.5000"))).toEqual([{ price: 1.5 }, { price: 2.5 }]);
});

publicCase({ kind, sent: "0.500", right: "0.5: nobody writes thousands so", rule }, async () => {
  expect(await read(prices("0.500"))).toEqual([{ price: 0.5 }]);
});

publicCase(
  { kind, sent: "quantity 1.500 beside prices with 2 decimals", right: "a fault: by column", rule },
  async () => {
    const file = "idempotency,items.quantity,items.price\na,1.500,12.50\n";
    expect(await read(file)).toEqual([both("1500", "1.5").replace("price", "quantity")]);
  },
);

publicCase(
  { kind, sent: "quotation 1.155", right: "a fault: 1155 pesos and 1.155 are both quotations", rule },
  async () => {
    expect(await read("idempotency,currency.quotation\na,1.155\n")).toEqual([
      both("1155", "1.155").replace("items.price", "currency.quotation"),
    ]);
  },
);

publicCase({ kind, sent: "application: 1.500 and 12,50, semicolons", right: "1500 and 12.5", rule }, async () => {
  expect(await readInApp(prices("1.500", "12,50"))).toEqual([{ price: 1500 }, { price: 12.5 }]);
});

publicCase({ kind, sent: "application: 12,345 with semicolons", right: "12.345, not 12345", rule }, async () => {
  expect(await readInApp(prices("12,345"))).toEqual([{ price: 12.345 }]);
});

publicCase(
  { kind, sent: "application: 1.500 without a decimal comma anywhere", right: "a fault with both", rule },
  async () => {
    expect(await readInApp(prices("1.500"))).toEqual([both("1500", "1.5")]);
  },
);

publicCase(
  { kind, sent: 'application: 1.500 and "12,50", commas', right: "faults: not a file of es-AR", rule },
  async () => {
    expect(await readInApp('idempotency,items.price\na,1.500\nb,"12,50"\n')).toEqual([
      both("1500", "1.5"),
      "line 3: items.price must be a number with a decimal point: write 12.50, not 12,50",
    ]);
  },
);

test("in a column without proof, a number is refused exactly when es-AR reads it in thousands", () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 9_999_999 }), { minLength: 1, maxLength: 6 }), async (some) => {
      const cells = some.map((value) => (value / 1_000).toFixed(3));
      const inDoubt = cells.filter((cell) => /^[1-9]\d{0,2}\.\d{3}$/.test(cell));
      const found = await read(prices(...cells));
      if (inDoubt.length === 0) expect(found).toEqual(cells.map((cell) => ({ price: Number(cell) })));
      else expect(found).toHaveLength(inDoubt.length);
      expect(await read(prices(...cells, "7.5"))).toEqual([...cells, "7.5"].map((cell) => ({ price: Number(cell) })));
    }),
    propertyRuns(300),
  ));

test("any amount as es-AR writes it is read by the application as that amount", () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 10 ** 12 }), { minLength: 1, maxLength: 6 }), async (some) => {
      const amounts = some.map((value) => value / 1_000);
      expect(await readInApp(prices("0,5", ...amounts.map((amount) => decimal(amount))))).toEqual(
        [0.5, ...amounts].map((price) => ({ price })),
      );
    }),
    propertyRuns(300),
  ));

const incoming = "What comes in, in a file";

publicCase({ kind: incoming, sent: "a first line sep=;", right: "taken; lines counted from it", rule }, async () => {
  expect(await read("sep=;\r\nidempotency;items.price\r\na;7,5\r\n")).toEqual([{ price: 7.5 }]);
  expect(await read("sep=;\r\nidempotency;items.price\r\na;doce\r\n")).toEqual([
    "line 3: items.price must be a number",
  ]);
  expect(await read("sep=;\r\nidempotency;items.description\r\na;b,c,d,e\r\n")).toEqual([{ description: "b,c,d,e" }]);
});

publicCase({ kind: incoming, sent: "a first line sep=|", right: "taken: it says what separates", rule }, async () => {
  expect(await read("sep=|\nidempotency|items.price\na|7\n")).toEqual([{ price: 7 }]);
});

publicCase({ kind: incoming, sent: "TAB between columns", right: "taken", rule }, async () => {
  expect(await read("idempotency\titems.description\titems.price\na\tTé, de hoja; suelto\t7.5\n")).toEqual([
    { description: "Té, de hoja; suelto", price: 7.5 },
  ]);
});

const roundedFault = (field: string, text: string) =>
  `line 2: ${field} is ${text}, because the spreadsheet rounded it: make the column text, and write the whole number anew`;

publicCase({ kind: incoming, sent: "docNumber 2,02018E+10", right: "the spreadsheet rounded it", rule }, async () => {
  expect(await read("idempotency;customer.docNumber\na;2,02018E+10\n")).toEqual([
    roundedFault("customer.docNumber", "2,02018E+10"),
  ]);
});

publicCase(
  { kind: incoming, sent: "items.code 7,79E+12", right: "the spreadsheet rounded it: not printed so", rule },
  async () => {
    expect(await read("idempotency;items.code\na;7,79E+12\n")).toEqual([roundedFault("items.code", "7,79E+12")]);
  },
);

publicCase({ kind: incoming, sent: "price 1.50E+07", right: "the spreadsheet rounded it", rule }, async () => {
  expect(await read("idempotency;items.price\na;1.50E+07\n")).toEqual([roundedFault("items.price", "1.50E+07")]);
});

const zipped = (...names: string[]) => Buffer.from(`PK\u0003\u0004..${names.join("..")}`, "latin1");

for (const [sent, bytes, named] of [
  [".xlsx", zipped("[Content_Types].xml", "xl/workbook.xml"), "an Excel workbook (.xlsx)"],
  [".ods", zipped("mimetypeapplication/vnd.oasis.opendocument.spreadsheet"), "an OpenDocument spreadsheet (.ods)"],
  [".xls", Buffer.from("d0cf11e0a1b11ae1", "hex"), "an old Excel workbook (.xls)"],
  [".numbers", zipped("Index/Document.iwa"), "an Apple Numbers document (.numbers)"],
  [
    "a report that is HTML and ends in .xls",
    Buffer.from("\ufeff<html><table>"),
    "a web page, whatever its name ends in",
  ],
  [".pdf", Buffer.from("%PDF-1.7\n"), "a PDF (.pdf)"],
] as const)
  publicCase({ kind: incoming, sent, right: "named, save it as CSV", rule }, async () => {
    expect(await read(new Uint8Array(bytes))).toEqual([
      `null the file is ${named}, and no CSV: open it in a spreadsheet and save it as “CSV UTF-8”`,
    ]);
  });

publicCase({ kind: incoming, sent: "blanks around numbers, also unbreakable ones", right: "taken", rule }, async () => {
  expect(await read("idempotency,items.price\na,\u00a012.50 \n")).toEqual([{ price: 12.5 }]);
});

publicCase({ kind: incoming, sent: "application: 25/11/2026 and 2026-11-25", right: "20261125", rule }, async () => {
  const file = "idempotency;voucherDate;serviceFrom\na;25/11/2026;2026-11-25\n";
  expect(await readInApp(file)).toEqual([{ idempotency: "a", voucherDate: "20261125", serviceFrom: "20261125" }]);
});

publicCase(
  { kind: incoming, sent: "application: CUIT 20-30405060-7, DNI 30.405.060", right: "digits", rule },
  async () => {
    expect(await readInApp("idempotency;customer.docNumber\na;20-30405060-7\nb;30.405.060\n")).toEqual([
      { idempotency: "a", customer: { docNumber: "20304050607" } },
      { idempotency: "b", customer: { docNumber: "30405060" } },
    ]);
  },
);

test("a file means the same whatever separates its columns, with and without a line that says so", () => {
  const cell = fc.stringMatching(/^[a-zñ]([a-zA-Z0-9 áñ,;|.]{0,10}[a-z])?$/);
  const rows = fc.array(fc.record({ key: fc.stringMatching(/^[a-z]{1,8}$/), text: cell }), {
    minLength: 1,
    maxLength: 5,
  });
  const form = fc.constantFrom(
    [",", false],
    [";", false],
    ["\t", false],
    [",", true],
    [";", true],
    ["|", true],
    ["\t", true],
  );
  return fc.assert(
    fc.asyncProperty(rows, form, fc.boolean(), async (given, [separator, isSaid], hasMark) => {
      const unique = given.map(({ key, text }, at) => ({ key: `${key}${at}`, text }));
      const lines = [
        ...(isSaid ? [`sep=${separator}`] : []),
        ["idempotency", "items.description"].join(separator as string),
        ...unique.map(({ key, text }) => [key, `"${text}"`].join(separator as string)),
      ];
      const found = await read(`${hasMark ? "\ufeff" : ""}${lines.join("\r\n")}\r\n`);
      expect(found).toEqual(unique.map(({ text }) => ({ description: text })));
    }),
    propertyRuns(300),
  );
});

test("whatever bytes are sent as a file, they are read or named, and nothing else happens", () => {
  const begins = fc.constantFrom<string>(
    "PK\u0003\u0004",
    "%PDF-1.7",
    "{\\rtf1",
    "<html>",
    "idempotency;items.price\n",
    "",
  );
  return fc.assert(
    fc.asyncProperty(begins, fc.uint8Array({ maxLength: 200 }), async (start, rest) => {
      const found = await read(new Uint8Array([...Buffer.from(start, "latin1"), ...rest]));
      expect(Array.isArray(found)).toBe(true);
      if (start.startsWith("PK")) expect(String((found as string[])[0])).toMatch(/^null the file is /);
    }),
    propertyRuns(300),
  );
});

test("the columns that the application understands are columns, and all of those that hold days", () => {
  const names = [...issuanceColumns.byName.keys()];
  expect(names).toEqual(expect.arrayContaining([...dayColumns, ...digitColumns]));
  expect(names.filter((name) => /(Date|From|To|Expiration|\.date|\.from|\.to)$/.test(name)).sort()).toEqual(
    [...dayColumns].sort(),
  );
});

test("a fault of a file that the application rewrote has the line of the person's own file", async () => {
  const file = 'sep=;\nidempotency;items.description;items.price\n\n"a";"two\r\nlines";12,50\nb;"x;""y""";doce\n';
  expect(await readInApp(file)).toEqual(["line 6: items.price must be a number"]);
});

test("a file that is no CSV, or in another encoding, is sent to the letter", async () => {
  for (const bytes of [bytesOf('idempotency;legend\na;"open\n'), new Uint8Array([0x61, 0xf1, 0x6f])])
    expect(await asSaved(bytes)).toEqual(bytes);
});
