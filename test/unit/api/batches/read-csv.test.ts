import { expect, test } from "vitest";
import { ApiError } from "../../../../api/http/errors.js";
import { readCsv } from "../../../../api/parsing/csv/read-csv.js";
import { saidFaults } from "../../../support/readers/said-faults.js";

const read = (text: string | Uint8Array) => readCsv(Buffer.from(text), null);

/** The faults of a file, whether it could be read or not, as `line 2: items.price must be a number`. */
async function faultsOf(text: string | Uint8Array): Promise<string[]> {
  try {
    const { faults } = await read(text);
    return saidFaults(faults);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return saidFaults(error.faults ?? []);
  }
}

const ignoredOf = async (text: string) => saidFaults((await read(text)).ignored);

test("a file as a Spanish spreadsheet saves it: mark, semicolons, CRLF, empty columns and rows behind the data", async () => {
  const { invoices, faults } = await read(
    "\ufeffidempotency;posNumber;priceIncludesVat;items.description;items.price;;\r\n" +
      'a-1;0001;VERDADERO;"Caño 1/2"" ""galvanizado""\r\n6 m";12.50;;\r\n' +
      ";;;;;;\r\n" +
      "a-2;1;FALSO;Ñandú;7;;\r\n" +
      ";;;;;;\r\n\r\n\r\n",
  );
  expect(faults).toEqual([]);
  expect(invoices).toEqual([
    {
      idempotency: "a-1",
      posNumber: 1,
      priceIncludesVat: true,
      items: [{ description: 'Caño 1/2" "galvanizado"\r\n6 m', price: 12.5 }],
    },
    { idempotency: "a-2", posNumber: 1, priceIncludesVat: false, items: [{ description: "Ñandú", price: 7 }] },
  ]);
});

test("rows of one key are one voucher, also apart, and what is of the voucher may stand in any of them", async () => {
  const { invoices, faults, lineOf } = await read(
    "idempotency,customer.name,items.price,tributes.type,emails.email\n" +
      "a,Ana,1,,\n" +
      "b,,5,7,\n" +
      "a,,2,,ana@example.com\n" +
      "b,Bea,,,\n" +
      "a,Ana,3,,\n",
  );
  expect(faults).toEqual([]);
  expect(invoices).toEqual([
    {
      idempotency: "a",
      customer: { name: "Ana" },
      items: [{ price: 1 }, { price: 2 }, { price: 3 }],
      emails: [{ email: "ana@example.com" }],
    },
    { idempotency: "b", customer: { name: "Bea" }, items: [{ price: 5 }], tributes: [{ type: 7 }] },
  ]);
  expect([lineOf?.(0), lineOf?.(1)]).toEqual([2, 3]);
});

test("a fault is told with the line on which its row begins, also behind quoted line breaks and empty lines", async () => {
  const text =
    "idempotency;customer.name;items.price\r\n" +
    '"a";"two\r\nlines";x\r\n' +
    "\r\n" +
    'b;"three\n\nlines";1\r\n' +
    "b;other;x,5\r\n" +
    "c;short\r\n" +
    "d;long;1;2\r\n";
  expect((await faultsOf(text)).map((fault) => fault.replace(/ must.*| has.*/, ""))).toEqual([
    "line 8: customer.name",
    "line 9",
    "line 10",
    "line 2: items.price",
    "line 8: items.price",
  ]);
  expect(await faultsOf(text)).toContain(
    "line 8: customer.name must be as in line 5 or empty: rows with the same idempotency are one voucher",
  );
  expect(await faultsOf(text)).toContain(
    "line 9 has 2 cells where the header has 3: put a cell that holds a separator or a line break in quotation marks",
  );
});

test.each([
  ["12,50", "write 12.50, not 12,50"],
  ["1.234,50", "write 1234.50, not 1.234,50"],
  ["-1,5", "write -1.5, not -1,5"],
  ["1,234.50", "write 1234.50, not 1,234.50"],
  ["1.234.567", "write 1234567, not 1.234.567"],
  ["$ 12.50", "must be a number"],
  ["doce", "must be a number"],
  ["0x1F", "must be a number"],
])("a price of %s is not guessed at", async (price, message) => {
  expect(await faultsOf(`idempotency,items.price\na,"${price}"\n`)).toEqual([
    expect.stringMatching(/^line 2: items\.price must be a number/),
  ]);
  expect((await faultsOf(`idempotency,items.price\na,"${price}"\n`))[0]).toContain(message);
});

test("several values of one cell are separated by spaces", async () => {
  const header = "idempotency,emails.email,emails.pdfVersions";
  expect((await read(`${header}\na,x@example.com,1 3\n`)).invoices).toEqual([
    { idempotency: "a", emails: [{ email: "x@example.com", pdfVersions: [1, 3] }] },
  ]);
  expect(await faultsOf(`${header}\na,x@example.com,1 b\n`)).toEqual(["line 2: emails.pdfVersions must be a number"]);
});

test("an unknown column is said by its name, one without a name is not, and one that stands twice is a fault", async () => {
  expect(await ignoredOf("idempotency,colour,items.colour,\na,red,blue,\n")).toEqual([
    "colour is not a known column",
    "items.colour is not a known column",
  ]);
  expect(await faultsOf("idempotency,legend,legend\na,x,y\n")).toEqual(["line 1: legend stands in the header twice"]);
});

test.each([
  ["nothing", "", /^null the file has no voucher/],
  ["a header alone", "idempotency,posNumber\r\n", /^null the file has no voucher/],
  ["no header", "a-1,1,6\n", /^line 1: idempotency is required/],
  [
    "columns separated by colons",
    "idempotency:posNumber\na:1\n",
    /^line 1 has its columns separated by ":": use commas, semicolons or tabs; "\|" is taken where a first line says sep=\|$/,
  ],
  [
    "columns separated by |",
    "\ufeffposNumber|idempotency|items.price\r\n1|a|1,50\r\n",
    /^line 1 has its columns separated by "\|"/,
  ],
  [
    "columns in quotes, separated by |",
    '"posNumber"|"idempotency"\n"1"|"a"\n',
    /^line 1 has its columns separated by "\|"/,
  ],
  ["columns separated by blanks", "idempotency posNumber\na 1\n", /^line 1 has its columns separated by a blank/],
  ["a single column of another name", "Clave\na\n", /^line 1: idempotency is required/],
  ["an open quotation mark", 'idempotency,legend\na,x\nb,"y\nc,z\n', /^line 3 begins with a quotation mark/],
  ["text behind a quotation mark", 'idempotency,legend\n\na,"x"y\n', /^line 3 has text behind/],
  ["a bare quotation mark", 'idempotency,legend\na,1/2" pipe\n', /^line 2 has a quotation mark within/],
])("a file with %s is refused", async (_, text, fault) => {
  expect(await faultsOf(text)).toEqual([expect.stringMatching(fault)]);
});

test.each([
  ["Windows-1252", Buffer.from("idempotency;customer.name\na;Muñoz\n", "latin1")],
  ["UTF-16", Buffer.from("\ufeffidempotency;customer.name\na;Muñoz\n", "utf16le")],
])("a file in %s is refused, and the encoding is named", async (_, bytes) => {
  expect(await faultsOf(bytes)).toEqual([expect.stringMatching(/must be UTF-8.*CSV UTF-8.*Windows-1252/)]);
});

test("a file with very many lines or columns is refused", async () => {
  expect(await faultsOf(`idempotency\na\n${"\n".repeat(250_000)}`)).toEqual([
    "line 250001 is one line too many: a file has at most 250000",
  ]);
  expect(await faultsOf(`idempotency${",x".repeat(500)}\n`)).toEqual(["line 1 has 501 columns: at most 500 are read"]);
});

test("the voucher beyond a thousand is told with its line", async () => {
  const rows = Array.from({ length: 1_001 }, (_, at) => `key-${at}`);
  expect(await faultsOf(`idempotency\n${rows.join("\n")}\n`)).toEqual([
    "line 1002 is one voucher too many: a batch has at most 1000",
  ]);
});

test("a column called like a property of every object is a key like any other", async () => {
  const [body] = (await read("idempotency,additionalData.__proto__,additionalData.a.b\na,x,y\n")).invoices;
  expect(JSON.stringify(body)).toBe('{"idempotency":"a","additionalData":{"__proto__":"x","a.b":"y"}}');
});
