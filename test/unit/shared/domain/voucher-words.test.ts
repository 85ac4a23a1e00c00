import { expect, test } from "vitest";
import { issuableTypes } from "../../../../shared/domain/voucher-types.js";
import { pdfFileName, voucherTitle, voucherTypeName } from "../../../../shared/domain/voucher-words.js";

test.each([
  [1, "Factura A", "Factura-A-00002-00000701.pdf"],
  [7, "Nota de Débito B", "Nota-de-Debito-B-00002-00000701.pdf"],
  [13, "Nota de Crédito C", "Nota-de-Credito-C-00002-00000701.pdf"],
  [201, "Factura de Crédito Electrónica MiPyMEs (FCE) A", "Factura-de-Credito-FCE-A-00002-00000701.pdf"],
  [207, "Nota de Débito Electrónica MiPyMEs (FCE) B", "Nota-de-Debito-FCE-B-00002-00000701.pdf"],
  [213, "Nota de Crédito Electrónica MiPyMEs (FCE) C", "Nota-de-Credito-FCE-C-00002-00000701.pdf"],
])("type %i is named %s, and its file %s", (voucherType, name, file) => {
  expect(voucherTypeName(voucherType)).toBe(name);
  expect(pdfFileName({ voucherType, posNumber: 2, voucherNumber: 701 })).toBe(file);
});

test("every type has a name and a file name of its own, which a mail gives in one piece", () => {
  const types = issuableTypes.map(([voucherType]) => voucherType);
  expect(new Set(types.map(voucherTypeName)).size).toBe(types.length);
  const files = types.map((voucherType) => pdfFileName({ voucherType, posNumber: 99_999, voucherNumber: 99_999_999 }));
  expect(new Set(files).size).toBe(types.length);
  for (const file of files) expect(file).toMatch(/^[A-Za-z0-9.-]{1,50}$/);
});

test("the page's title of a credit invoice has two parts", () => {
  expect(voucherTitle(206)).toEqual({ title: "Factura de Crédito", regime: "Electrónica MiPyMEs (FCE)" });
  expect(voucherTitle(6)).toEqual({ title: "Factura", regime: null });
});
