import { expect, test } from "vitest";
import { Bars } from "../../../../api/app/components/bars.js";
import { FaultSummary } from "../../../../api/app/components/fault-summary.js";
import { Field } from "../../../../api/app/components/field.js";
import { Form } from "../../../../api/app/components/form.js";
import { Pager } from "../../../../api/app/components/pager.js";
import { Radios } from "../../../../api/app/components/radios.js";
import { Select } from "../../../../api/app/components/select.js";
import { Table } from "../../../../api/app/components/table.js";
import { TextArea } from "../../../../api/app/components/text-area.js";
import { Unbroken } from "../../../../api/app/components/unbroken.js";
import { groupsFor } from "../../../../api/app/layout/sections.js";

const name = "items.0.price";
const options = [
  { value: 4, label: "10,5 %" },
  { value: 5, label: "21 %" },
];

test("a control is tied to its label, its hint and its fault, and a fault's link leads to it", () => {
  const html = String(Field({ name, label: "Precio", hint: "Sin IVA", error: "Falta" }));
  expect(html).toContain('<label for="field-items.0.price">');
  expect(html).toContain('aria-describedby="field-items.0.price-hint field-items.0.price-error" aria-invalid="true"');
  expect(html).toContain('id="field-items.0.price-error"');
  expect(String(FaultSummary({ faults: [{ field: name, message: "Falta" }] }))).toContain(
    'href="#field-items.0.price"',
  );
  expect(String(Field({ name, label: "Precio" }))).not.toContain("aria-");
});

test("what people typed is escaped and comes back as it was", () => {
  const typed = '"><script>';
  expect(String(Field({ name, label: "Precio", value: typed }))).toContain('value="&quot;&gt;&lt;script&gt;"');
  // A browser drops one line break after the tag.
  expect(String(TextArea({ name, label: "Notas", value: "\n<b>" }))).toContain(">\n\n&lt;b&gt;</textarea>");
});

test("numbers stay in one line, and are copied as they are written", () => {
  const said = "Factura B 00001-00000004 · CUIT 30-50001091-2 · neto $ 1.200.000,00 · total -US$ 10,50";
  const html = String(Unbroken({ text: said }));
  const whole = ["00001-00000004", "30-50001091-2", "$ 1.200.000,00", "-US$ 10,50"];
  for (const number of whole) expect(html).toContain(`<span class="nowrap">${number}</span>`);
  expect(html.replaceAll(/<[^>]+>/g, "")).toBe(said);
  for (const short of ["Nota de Crédito B 00001-00000001", "CUIT 30-50001091-2"])
    expect(String(Unbroken({ text: short }))).toBe(`<span class="nowrap">${short}</span>`);
});

test("a choice is marked whether its value comes as a number or from a form", () => {
  for (const value of [5, "5"]) {
    expect(String(Select({ name, label: "IVA", value, options }))).toContain('<option value="5" selected="">');
    expect(String(Radios({ name, label: "IVA", value, options }))).toMatch(/value="5" checked=""/);
  }
});

test("a select is required where nothing can be chosen, as HTML has it, and not where something always is", () => {
  const options = [{ value: 1, label: "Uno" }];
  const of = (given: { value: string | number; label: string }[]) =>
    String(Select({ name: "x", label: "X", options: given, required: true }));
  expect(of([{ value: "", label: "Elegí" }, ...options])).toContain("required");
  expect(of(options)).not.toContain("required");
});

test("a form brings its visitor's token, and leaves the checks to the answer", () => {
  const html = String(Form({ visit: { csrf: "abc" }, action: "/app/x" }));
  expect(html).toContain('<form method="post" novalidate="" action="/app/x">');
  expect(html).toContain('<input type="hidden" name="csrf" value="abc"/>');
});

test("a list that fits one page has no pager, and the last page leads back only", () => {
  const pager = (total: number, offset: number) =>
    String(Pager({ total, offset, limit: 20, hrefOf: (there) => `?offset=${there}` }) ?? "");
  expect(pager(20, 0)).toBe("");
  expect(pager(1340, 20)).toContain("21–40 de 1.340");
  expect(pager(41, 40)).toContain("41–41 de 41");
  expect(pager(41, 40)).toContain('href="?offset=20"');
  expect(pager(41, 40)).not.toContain("Siguientes");
});

test("a table without rows says what to do instead", () => {
  const columns = [{ head: "Número", cell: (row: number) => row, primary: true }];
  expect(String(Table({ caption: "Puntos", rows: [], columns, empty: "Creá uno" }))).toContain("Creá uno");
  expect(String(Table({ caption: "Puntos", rows: [7], columns, empty: "Creá uno" }))).toContain(
    '<th scope="row" role="rowheader">7</th>',
  );
});

test("bars of nothing have no height", () => {
  const html = String(Bars({ title: "Mes", bars: [{ label: "1/11", value: 0, text: "$ 0,00" }] }));
  expect(html).toContain('width="0"');
  expect(html).not.toContain("NaN");
});

test("issuing is offered to who may issue; the rest is shown to everyone", () => {
  const keysFor = (role: "owner" | "issuer" | "reader") =>
    groupsFor(role).flatMap(({ sections }) => sections.map(({ key }) => key));
  expect(keysFor("owner")).toEqual(keysFor("issuer"));
  expect(keysFor("issuer").filter((key) => !keysFor("reader").includes(key))).toEqual(["new"]);
});
