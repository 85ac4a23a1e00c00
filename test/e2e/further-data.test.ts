import { afterAll, beforeAll, expect, test } from "vitest";
import { type System, startSystem } from "../support/processes/system.js";
import { jointInvoice, rentOptionals, schoolInvoice, schoolOptionals } from "../support/samples/further-data.js";
import { invoiceB } from "../support/samples/invoice.js";
import { endWithoutViolation } from "./ledgers.js";

let system: System;
beforeAll(async () => {
  system = await startSystem({ processes: ["api", "issuer"] });
});
afterAll(() => endWithoutViolation(system));

const post = (body: object) => system.request("/invoices", { method: "POST", body });

async function grantedOf(body: object) {
  const { status, body: answer } = await post(body);
  expect([status, answer.error]).toEqual([201, undefined]);
  const ledger = await system.authority.ledger({ env: "homologation", pos: 1 });
  return ledger.find(({ cae }) => cae === answer.result.cae)?.declared;
}

const optional = ({ id, value }: { id: string; value: string }) => ({ Id: id, Valor: value });

test("a school, a broker and joint buyers are granted what they declare, in its order", async () => {
  const rent = await grantedOf(invoiceB({ optionals: rentOptionals, activities: [{ id: 620_100 }] }));
  expect(rent).toMatchObject({ Opcionales: rentOptionals.map(optional), Actividades: [{ Id: 620_100 }] });
  const school = await grantedOf(schoolInvoice());
  expect(school).toMatchObject({ Opcionales: schoolOptionals.map(optional) });
  const joint = await grantedOf(jointInvoice());
  expect(joint).toMatchObject({
    Compradores: [
      { DocTipo: 80, DocNro: 30_500_010_912, Porcentaje: "66.67" },
      { DocTipo: 86, DocNro: 20_222_222_223, Porcentaje: "33.33" },
    ],
  });
  const plain = await grantedOf(invoiceB());
  for (const name of ["Opcionales", "Actividades", "Compradores"]) expect(plain).not.toHaveProperty(name);
});

test("what binds several the authority refuses, its words are explained, and no number is used", async () => {
  const unknown = { optionals: [{ id: "9999", value: "x" }], activities: [{ id: 471_120 }] };
  for (const [body, codes] of [
    [invoiceB(unknown), [10053, 10223]],
    [schoolInvoice({ optionals: schoolOptionals.slice(0, 1) }), [10113]],
    [invoiceB({ optionals: [{ id: "2", value: "12345678" }] }), [10066]],
  ] as const) {
    expect(await post(body)).toMatchObject({ status: 422, body: { details: codes.map((code) => ({ code })) } });
  }
  const { body } = await system.request("/taxauth/tables/activities");
  expect(body.result).toEqual([{ id: 620_100, description: expect.any(String) }]);
});
