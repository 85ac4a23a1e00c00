import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPadron } from "../../../../../api/admin/sircip/read-padron.js";
import { rowsOf, unpackRow } from "../../../../../shared/db/sircip/padron-block.js";
import { cleanText } from "../../../../../shared/domain/clean-text.js";
import { taxIds } from "../../../../sandbox/made-padron.js";
import { padronFile, padronHeader, padronLine } from "../../../../support/samples/sircip.js";

// The padrón of SIRCIP. Sources: api/admin/README.md, "SIRCIP"; issuer/authority/README.md, section 19.3.

const [one, other] = ["30100100106", "30710151543"];

async function read(file: string | Buffer, wanted?: string, size = 7) {
  const bytes = Buffer.from(file);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  const padron = await readPadron(Readable.from(pieces, { objectMode: true }), wanted);
  const rows = [...padron.blocks].flatMap(({ taxpayers }) => Array.from(rowsOf(taxpayers), unpackRow));
  return { rows, month: { ...padron, count: padron.rows } };
}

test("the published example is read as it stands", async () => {
  const digits = "5225355222512555552512420";
  const line = `202603,${one},Empresa de prueba,904,34,B,${digits}`;
  expect(await read(padronFile([line]))).toMatchObject({
    rows: [
      { cuit: 30100100106, seat: 904, crc: 34, letter: "B", digits: digits.slice(0, 24), name: "Empresa de prueba" },
    ],
    month: { period: "202603", count: 1 },
  });
});

test("a name with control characters is shown without them", async () => {
  const { rows } = await read(padronFile([padronLine({ cuit: one, name: "Lo de\tAna \u001b[31m" })]));
  expect(rows).toMatchObject([{ name: "Lo de Ana [31m" }]);
});

test("a name may have commas, and lines may end in LF alone, or not at all", async () => {
  const line = padronLine({ cuit: one, name: "Pérez, Hijos, y Cía." });
  const { rows } = await read(`${padronHeader}\n${line}`);
  expect(rows).toMatchObject([{ name: "Pérez, Hijos, y Cía." }]);
});

test.each([
  ["UTF-8", "utf8"],
  ["ISO 8859-1", "latin1"],
] as const)("names are read in %s", async (_, encoding) => {
  const file = Buffer.from(padronFile([padronLine({ cuit: one, name: "Ñandú & Güemes" })]), encoding);
  for (const size of [1, 2, 50, 10_000])
    expect((await read(file, undefined, size)).rows[0]?.name).toBe("Ñandú & Güemes");
});

test("any name is kept as the service keeps texts", async () => {
  const letter = fc.constantFrom(..." ,\t\u00a0\u001bañÑ€\u{1f600}x~");
  const name = fc.oneof(fc.string({ unit: letter, maxLength: 20 }), fc.string({ unit: "grapheme", maxLength: 20 }));
  const ofOneLine = name.filter((text) => !/[\r\n\0]/.test(text));
  await fc.assert(
    fc.asyncProperty(fc.array(ofOneLine, { minLength: 20, maxLength: 40 }), async (names) => {
      const cuits = taxIds();
      const lines = names.map((name) => padronLine({ cuit: cuits.next().value ?? one, name }));
      const { rows } = await read(padronFile(lines), undefined, 50);
      expect(rows.map(({ name }) => name).toSorted()).toEqual(names.map(cleanText).toSorted());
    }),
    { numRuns: 10 },
  );
});

test("a line with another letter in place of a digit is refused", async () => {
  const line = padronLine({ cuit: one, name: "" });
  const places = [...line].flatMap((letter, at) => (/\d/.test(letter) ? [at] : []));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), fc.constantFrom(..."/:x ٣"), async (at, letter) => {
      const wrong = line.slice(0, at) + letter + line.slice(at + 1);
      await expect(read(padronFile([wrong]))).rejects.toThrow("Line 2: expected ");
    }),
  );
});

test("the digits of all rows say of each province whether it adhered", async () => {
  // The first digit is of 924, the last one but one of 901.
  const { month } = await read(
    padronFile([
      padronLine({ cuit: one, digits: `4${"1".repeat(21)}45${"0"}` }),
      padronLine({ cuit: other, digits: `5${"5".repeat(21)}30${"0"}` }),
    ]),
  );
  expect(month.adhesion).toMatchObject({ 924: "not adhered", 923: "adhered", 902: "adhered", 901: "not adhered" });
});

describe("a file is refused whole, with the line and what was expected", () => {
  const good = padronLine({ cuit: one });
  const withLine = (line: string) => padronFile([good, line]);
  test.each([
    ["another header", `${padronHeader},more\r\n${good}\r\n`, "Line 1: expected the header"],
    ["no header", `${good}\r\n`, "Line 1: expected the header"],
    ["no rows", padronFile([]), "Line 2: expected a row"],
    [
      "another month in a row",
      withLine(padronLine({ cuit: other, period: "202611" })),
      "Line 3: expected the month 202612",
    ],
    ["a month that is none", padronFile([padronLine({ cuit: one, period: "202613" })]), "Line 2: expected a month"],
    ["a CUIT that is none", withLine(padronLine({ cuit: "30710151544" })), "Line 3: expected a CUIT"],
    ["a CUIT of zeros", withLine(padronLine({ cuit: "00000000000" })), "Line 3: expected a CUIT"],
    [
      "a CUIT that stands twice",
      padronFile([good, padronLine({ cuit: other }), good]),
      "Line 4: expected each CUIT once",
    ],
    ["another letter", withLine(padronLine({ cuit: other, letter: "Y" })), "Line 3: expected a letter of A to X"],
    ["24 digits", withLine(padronLine({ cuit: other, digits: `${"1".repeat(23)}0` })), "Line 3: expected 25 digits"],
    [
      "a last digit that is not 0",
      withLine(padronLine({ cuit: other, digits: "1".repeat(25) })),
      "Line 3: expected 25 digits",
    ],
    ["a CRC of 9", withLine(padronLine({ cuit: other, crc: "09" })), "Line 3: expected a CRC of 10 to 99"],
    ["a CRC of 100", withLine(padronLine({ cuit: other, crc: "100" })), "Line 3: expected a CRC of 10 to 99"],
    ["fewer fields", withLine(`202612,${other},Empresa`), "Line 3: expected 7 fields"],
    ["a blank line", withLine(""), "Line 3: expected 7 fields"],
    ["a line without an end", withLine("x".repeat(5_000)), "Line 3: expected a line of at most"],
  ])("%s", async (_, file, message) => {
    for (const size of [7, 100_000]) await expect(read(file, undefined, size)).rejects.toThrow(message);
  });

  test("another month than the one that is asked for", async () => {
    await expect(read(padronFile([good]), "202611")).rejects.toThrow("Line 2: expected the month 202611");
  });

  test("text that is neither UTF-8 nor ISO 8859-1", async () => {
    const inWindows = Buffer.from(
      padronFile([padronLine({ cuit: one, name: "Lo de #" })]).replace("#", "\x93"),
      "latin1",
    );
    await expect(read(inWindows)).rejects.toThrow("Line 2: expected text in UTF-8 or ISO 8859-1");
    const utf8 = Buffer.from(padronFile([padronLine({ cuit: one, name: "Ñandú" })]));
    const mixed = Buffer.concat([utf8, Buffer.from(`${padronLine({ cuit: other, name: "Ñandú" })}\r\n`, "latin1")]);
    await expect(read(mixed)).rejects.toThrow("Line 3: expected text in UTF-8 or ISO 8859-1");
    await expect(read(Buffer.from(padronFile([good]), "utf16le"))).rejects.toThrow("Line 1: expected text");
  });
});
