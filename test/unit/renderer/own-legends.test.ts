import { expect, test } from "vitest";
import { footView } from "../../../renderer/foot-view.js";
import { headerView } from "../../../renderer/header-view.js";
import { notesAbove } from "../../../renderer/notes-view.js";
import type { Legend } from "../../../shared/domain/legends.js";
import { sampleVoucher } from "./sample-voucher.js";

const withLegends = (company: Legend[], point: Legend[], changes = {}) => {
  const { issuer, pointOfSale, ...voucher } = sampleVoucher(
    {},
    { voucherType: 6, voucherDate: "20270101", ...changes },
  );
  return {
    ...voucher,
    issuer: { ...issuer, legends: company },
    pointOfSale: { ...pointOfSale, legends: point },
  };
};

test("the legends of company and point of sale stand at the foot, or below the items where there is no room", () => {
  const company: Legend = { text: "ALÍCUOTA ISIB CABA 3,00%", on: "all", from: "20270101" };
  const point: Legend = { text: "Ing. Brutos: exento", on: "B", from: null };
  const voucher = withLegends([company], [point]);
  expect(footView(voucher, "beside").legends).toEqual([company.text, point.text]);
  expect(footView(voucher, "below").legends).toEqual([]);
  expect(notesAbove(voucher).map(({ heading, text }) => [heading, text])).toContainEqual([
    "Leyendas",
    `${company.text}\n${point.text}`,
  ]);
  expect(footView(withLegends([company], [], { voucherDate: "20261231" }), "beside").legends).toEqual([]);
});

test.each([
  [51, "Factura", "051"],
  [52, "Nota de Débito", "052"],
  [53, "Nota de Crédito", "053"],
])("type %i is printed as letter A under withholding", (voucherType, title, code) => {
  const header = headerView(sampleVoucher({}, { voucherType, voucherDate: "20261126" }), undefined, "beside");
  expect(header).toMatchObject({
    letter: "A",
    code,
    title,
    regime: null,
    letterLegend: "OPERACIÓN SUJETA A RETENCIÓN",
  });
});

test("no other voucher says so, and before the rule began it was letter M", () => {
  for (const voucherType of [1, 2, 3, 6, 11, 201])
    expect(
      headerView(sampleVoucher({}, { voucherType, voucherDate: "20261126" }), undefined, "beside").letterLegend,
    ).toBeNull();
  const header = headerView(sampleVoucher({}, { voucherType: 51, voucherDate: "20251130" }), undefined, "beside");
  expect([header.letter, header.letterLegend]).toEqual(["M", null]);
});

test.each([
  [13, "MONOTRIBUTISTA SOCIAL"],
  [15, "NO RESPONSABLE IVA"],
  [16, "MONOTRIBUTO TRABAJADOR INDEPENDIENTE PROMOVIDO"],
])("an issuer of condition %i is named in the norm's words", (taxType, words) => {
  const { issuer, ...voucher } = sampleVoucher({}, { voucherType: 11 });
  const header = headerView({ ...voucher, issuer: { ...issuer, taxType } }, undefined, "beside");
  expect(header.issuer.taxCondition).toBe(words);
});
