import { describe, expect, test } from "vitest";
import { toDetail } from "../../../../issuer/authority/wsfe/cae-request.js";
import { toContent } from "../../../../issuer/authority/wsfe/content.js";
import { differingFields, resemblanceOf } from "../../../../issuer/authority/wsfe/equal-content.js";
import { writeXml } from "../../../../issuer/authority/xml.js";
import type { IssuanceRequest } from "../../../../shared/domain/issuance-request.js";
import { invoiceB, numbered } from "./samples.js";

const optional = (id: string, value: string) => ({ id, value });
const owners = [
  optional("17", "1"),
  optional("1801", "30500010912"),
  optional("1802", "Zorrilla"),
  optional("1801", "20201797064"),
  optional("1802", "Ávila Ñancupé"),
];
const buyers = [
  { docType: 80, docNumber: "30500010912", share: 66.67 },
  { docType: 86, docNumber: "20222222223", share: 33.33 },
];
const activities = [{ id: 620_100 }];

const contentOf = (changes: Partial<IssuanceRequest>) => toContent(toDetail(numbered(changes)));

test("what few vouchers declare stands at its place of the schema, in the order of the body", () => {
  const xml = writeXml(toDetail(numbered({ optionals: owners, buyers, activities })));
  const ids = [...xml.matchAll(/<Opcional><Id>(\d+)<\/Id><Valor>([^<]*)<\/Valor><\/Opcional>/g)];
  expect(ids.map(([, id, value]) => ({ id, value }))).toEqual(owners);
  expect(xml).toMatch(
    /<\/Iva><Opcionales>.*<\/Opcionales><Compradores>.*<\/Compradores><Actividades>.*<\/Actividades>$/,
  );
  expect(xml).toContain(
    "<Comprador><DocTipo>80</DocTipo><DocNro>30500010912</DocNro><Porcentaje>66.67</Porcentaje></Comprador>",
  );
  expect(xml).toContain("<Actividad><Id>620100</Id></Actividad>");
  expect(writeXml(toDetail(numbered()))).not.toMatch(/Opcional|Comprador|Actividad/);
});

test("a body of the version before declares none", () => {
  expect(numbered().declared).toEqual(numbered({ ...invoiceB() }).declared);
  expect(numbered().declared).not.toHaveProperty("buyers");
});

describe("a voucher found is", () => {
  const ours = contentOf({ optionals: owners, buyers, activities });
  const as = (found: Record<string, string>) => resemblanceOf(differingFields(ours, found));

  test.each<[string, "same" | "near", Partial<IssuanceRequest>]>([
    ["with rows in another order", "same", { optionals: owners.toReversed(), buyers: buyers.toReversed() }],
    [
      "with texts in capitals and without accents",
      "same",
      { optionals: owners.map(({ id, value }) => optional(id, value.replace("Ávila Ñancupé", "AVILA NANCUPE"))) },
    ],
    ["with another owner", "near", { optionals: [...owners.slice(0, 4), optional("1802", "Ana")] }],
    ["with another CUIT of an owner", "near", { optionals: owners.with(1, optional("1801", "30500010913")) }],
    ["with one optional field more", "near", { optionals: [...owners, optional("23", "x")] }],
    ["without optional fields", "near", { optionals: [] }],
    ["with another activity", "near", { activities: [{ id: 471_120 }] }],
    ["without activities", "near", { activities: [] }],
    ["with another share", "near", { buyers: buyers.map((one) => ({ ...one, share: 50 })) }],
    ["without buyers", "near", { buyers: [] }],
  ])("%s: %s", (_name, is, changes) => {
    expect(as(contentOf({ optionals: owners, buyers, activities, ...changes }))).toBe(is);
  });
});
