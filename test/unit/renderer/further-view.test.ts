import { expect, test } from "vitest";
import { furtherFields } from "../../../renderer/further-view.js";
import { voucherView } from "../../../renderer/voucher-view.js";
import { optionalKinds } from "../../../shared/domain/optionals/optional-kinds.js";
import { sampleVoucher } from "./sample-voucher.js";

const owners = [
  { id: "17", value: "1" },
  { id: "1801", value: "20201797064" },
  { id: "1802", value: "Victoria Carolina Ñancupé" },
  { id: "1801", value: "30500010912" },
  { id: "1802", value: "Gran Empresa\nde Prueba" },
];
const buyers = [
  { docType: 80, docNumber: "30500010912", share: 66.67 },
  { docType: 86, docNumber: "20222222223", share: 33.33 },
];

test("the owners of a rented dwelling are printed with their names, and every buyer with its share", () => {
  const expected = [
    { label: "CUIT del propietario", value: "20-20179706-4 · 30-50001091-2" },
    { label: "Propietario", value: "Victoria Carolina Ñancupé · Gran Empresa de Prueba" },
    { label: "Compradores", value: "CUIT 30-50001091-2: 66,67 % · CUIL 20-22222222-3: 33,33 %" },
  ];
  const voucher = sampleVoucher({ optionals: owners, buyers });
  expect(furtherFields(voucher)).toEqual(expected);
  expect(voucherView(voucher, undefined, "beside").foot.additional).toEqual(expected);
  const below = voucherView(voucher, undefined, "below");
  expect(below.foot.additional).toEqual([]);
  expect(below.notes).toMatchObject(expected.map(({ label, value }) => ({ heading: label, text: value })));
});

test("nothing else of what was declared is printed, and nothing of a voucher without any", () => {
  const others = optionalKinds.filter(({ id }) => id !== "1801" && id !== "1802").map(({ id }) => ({ id, value: "1" }));
  expect(furtherFields(sampleVoucher({ optionals: others, activities: [{ id: 620_100 }] }))).toEqual([]);
  expect(furtherFields(sampleVoucher({}))).toEqual([]);
});
