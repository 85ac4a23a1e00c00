import { expect, test } from "vitest";
import { csvFaults, sentCsv } from "../../../../../api/app/batches/sent-csv.js";

const csv = "\nidempotency,posNumber\r\n a,1\r\n";
const bytesOf = async (...given: Parameters<typeof sentCsv>) => {
  const { body } = await sentCsv(...given);
  return body && new TextDecoder().decode(body);
};

test("a pasted text is sent to the letter, so that faults name its lines", async () => {
  expect(await bytesOf([["csv", csv]], undefined)).toBe(csv);
});

test("a chosen file counts before the pasted text, and is shown again for mending", async () => {
  const form: [string, string][] = [
    ["csv", "pasted"],
    ["name", " Noviembre "],
  ];
  const sent = await sentCsv(form, new File([csv], "a.csv"));
  expect({ ...sent, body: new TextDecoder().decode(sent.body) }).toEqual({ name: "Noviembre", csv, body: csv });
});

test("blanks alone are nothing", async () => {
  expect(await sentCsv([["csv", " \r\n"]], undefined)).toEqual({ name: "", csv: "", body: undefined });
});

test.each([
  { name: "long", content: "x".repeat(200_001) },
  { name: "no UTF-8", content: new Uint8Array([0x61, 0xf1, 0x6f]) },
])("a file that is $name is sent, and not shown again", async ({ content }) => {
  const { csv: shown, body } = await sentCsv([], new File([content], "a.csv"));
  expect(shown).toBe("");
  expect(body?.length).toBe(content.length);
});

test("a fault names its line, its column as in the header, and what to do", () => {
  const told = csvFaults([
    { field: "line 7: items.price", message: "Tiene que ser 0 o más." },
    {
      field: "line 9",
      message: "Tiene 3 celdas y el encabezado tiene 4.",
    },
    { field: null, message: "El archivo no tiene comprobantes." },
  ]);
  expect(told).toEqual([
    { place: "Línea 7 del archivo: precio", column: "items.price", message: "Tiene que ser 0 o más." },
    { place: "Línea 9 del archivo", column: null, message: "Tiene 3 celdas y el encabezado tiene 4." },
    { place: "El archivo", column: null, message: "El archivo no tiene comprobantes." },
  ]);
});
