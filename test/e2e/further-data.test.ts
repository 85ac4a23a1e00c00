import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitFor } from "../sandbox/wait-for.js";
import { type System, startSystem } from "../support/processes/system.js";
import { jointInvoice, rentOptionals, schoolInvoice, schoolOptionals } from "../support/samples/further-data.js";
import { invoiceB } from "../support/samples/invoice.js";
import { expectNoViolation } from "./ledgers.js";

let system: System;
beforeAll(async () => {
  system = await startSystem({ processes: ["api", "issuer"] });
});
afterAll(() => system?.[Symbol.asyncDispose]());

const optional = (id: unknown, value: unknown) => ({ id, value });
const receiver = { docType: 80, docNumber: "30500010912" };
const another = { docType: 86, docNumber: "20222222223" };
const issue = (body: object, options: object = {}) =>
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape that it expects
  system.request<any>("/invoices", { method: "POST", body: body as Record<string, unknown>, ...options });
const granted = async () => (await system.authority.ledger({ env: "homologation", pos: 1 })).length;

const share = (first: unknown, second: unknown) => ({
  buyers: [
    { ...receiver, share: first },
    { ...another, share: second },
  ],
});

describe("what few vouchers declare", () => {
  afterAll(() => expectNoViolation(system));

  async function grantedOf(body: object) {
    const { status, body: answer } = await issue(body);
    expect([status, answer.error]).toEqual([201, undefined]);
    const ledger = await system.authority.ledger({ env: "homologation", pos: 1 });
    return ledger.find(({ cae }) => cae === answer.result.cae)?.declared;
  }

  const declared = ({ id, value }: { id: string; value: string }) => ({ Id: id, Valor: value });

  test("a school, a broker and joint buyers are granted what they declare, in its order", async () => {
    const rent = await grantedOf(invoiceB({ optionals: rentOptionals, activities: [{ id: 620_100 }] }));
    expect(rent).toMatchObject({ Opcionales: rentOptionals.map(declared), Actividades: [{ Id: 620_100 }] });
    const school = await grantedOf(schoolInvoice());
    expect(school).toMatchObject({ Opcionales: schoolOptionals.map(declared) });
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
      expect(await issue(body)).toMatchObject({ status: 422, body: { details: codes.map((code) => ({ code })) } });
    }
    const { body } = await system.request("/taxauth/tables/activities");
    expect(body.result).toEqual([{ id: 620_100, description: expect.any(String) }]);
  });
});

// Attempts of who means ill with optional fields, activities and buyers, or who just sends too much of them.

describe("is a clear 400, and nothing is asked of the authority", () => {
  test.each<[string, object, string]>([
    ["optionals that are no list", invoiceB({ optionals: { id: "10", value: "1" } }), "optionals"],
    ["an optional that is a text", invoiceB({ optionals: ["10"] }), "optionals.0"],
    ["a value that is a number", invoiceB({ optionals: [optional("23", 17)] }), "optionals.0.value"],
    ["an id that is a number", invoiceB({ optionals: [optional(23, "x")] }), "optionals.0.id"],
    ["an id with a sign", invoiceB({ optionals: [optional("-23", "x")] }), "optionals.0.id"],
    ["an id of 11 digits", invoiceB({ optionals: [optional("12345678901", "x")] }), "optionals.0.id"],
    [
      "an id of credit invoices with a zero before it",
      invoiceB({ optionals: [optional("022", "S")] }),
      "optionals.0.id",
    ],
    ["a value with a line break", invoiceB({ optionals: [optional("23", "a\nb\u0000")] }), "optionals.0.value"],
    ["a value of 251 characters", invoiceB({ optionals: [optional("4711", "x".repeat(251))] }), "optionals.0.value"],
    ["6,001 optionals", invoiceB({ optionals: Array(6_001).fill(optional("4711", "x")) }), "optionals"],
    ["51 activities", invoiceB({ activities: Array.from({ length: 51 }, (_, id) => ({ id: id + 1 })) }), "activities"],
    ["an activity of nothing", invoiceB({ activities: [{}] }), "activities.0.id"],
    ["an activity of zeros", invoiceB({ activities: [{ id: "000" }] }), "activities.0.id"],
    ["an activity with a fraction", invoiceB({ activities: [{ id: 6201.5 }] }), "activities.0.id"],
    ["1,001 buyers", jointInvoice({ buyers: Array(1_001).fill({ ...receiver, share: 0.09 }) }), "buyers"],
    ["a share of 33.333", jointInvoice(share(66.667, 33.333)), "buyers.0.share"],
    ["a share as a text", jointInvoice(share("66.67", 33.33)), "buyers.0.share"],
    ["a share below nothing", jointInvoice(share(110, -10)), "buyers.0.share"],
    ["a share that is no number", jointInvoice(share(null, 33.33)), "buyers.0.share"],
    ["shares that a computer adds up to 100.00000000000001", jointInvoice(share(99.99, 0.02)), "buyers"],
    ["one buyer alone", jointInvoice({ buyers: [{ ...receiver, share: 99.99 }] }), "buyers"],
    [
      "buyers without the receiver",
      jointInvoice({
        buyers: [
          { ...another, share: 60 },
          { ...receiver, docNumber: "20201797064", share: 40 },
        ],
      }),
      "buyers",
    ],
  ])("%s", async (_name, body, field) => {
    const before = await granted();
    const answer = await issue(body);
    expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_ERROR"]);
    const { errors } = answer.body.details as { errors: { field: string }[] };
    const fields = errors.map((one) => one.field);
    expect(fields[0]).toBe(field);
    expect(fields.length).toBeLessThan(200);
    expect(await granted()).toBe(before);
  });
});

test("three thirds with two decimals are granted, and so are the most optional fields that a voucher may have", async () => {
  const third = { docType: 80, docNumber: "20201797064" };
  const buyers = [
    { ...receiver, share: 33.34 },
    { ...another, share: 33.33 },
    { ...third, share: 33.33 },
  ];
  expect((await issue(jointInvoice({ buyers }))).status).toBe(201);
  const optionals = Array.from({ length: 6_000 }, (_, at) => optional("23", `OC ${at}`));
  const { status, body } = await issue(invoiceB({ optionals }));
  expect([status, body.error]).toEqual([201, undefined]);
  const row = (await system.request<{ optionals: object[] }>(`/invoices/${body.result.id}`)).body.result;
  expect(row.optionals).toEqual(optionals);
});

test("neither another company nor the other environment reads any of it", async () => {
  const { body } = await issue(schoolInvoice());
  const { id, idempotency } = body.result;
  for (const options of [
    { key: system.keys.mono.keys.test, company: "mono" },
    { key: system.keys.keys.production, company: "demo" },
  ]) {
    const { origin } = new URL(system.url);
    const ask = async (path: string) => {
      const answer = await fetch(`${origin}/api/${options.company}${path}`, {
        headers: { authorization: `Bearer ${options.key}` },
      });
      return [answer.status, await answer.text()] as const;
    };
    expect((await ask(`/invoices/${id}`))[0]).toBe(404);
    const [status, listed] = await ask(`/invoices?idempotency=${idempotency}`);
    expect([status, JSON.parse(listed).result]).toEqual([200, []]);
    expect((await ask("/reports/vouchers.csv"))[1]).not.toContain("28111222");
  }
});

test("the listing has them, a credit note none of its voucher's, and no event tells who pays", async () => {
  // No mailer runs, so the API takes no webhook.
  await system.sql(
    "INSERT INTO webhook (company_id, production, url, events) SELECT id, false, 'https://example.com/hook', '{invoice.issued}' FROM company WHERE code = 'demo'",
  );
  const { body } = await issue(schoolInvoice());
  const { id } = body.result;
  const listed = (await system.request<Record<string, unknown>[]>(`/invoices?id=${id}`)).body.result;
  expect(listed).toMatchObject([{ optionals: schoolOptionals }]);
  const credit = await system.request<{ id: number; cae: string }>(`/invoices/${id}/credit-notes`, {
    method: "POST",
    body: { idempotency: `credit-${id}` },
  });
  expect([credit.status, credit.body.error]).toEqual([201, undefined]);
  const [note] = (await system.authority.ledger({ env: "homologation", pos: 1 })).filter(
    ({ cae }) => cae === credit.body.result.cae,
  );
  for (const name of ["Opcionales", "Actividades", "Compradores"]) expect(note?.declared).not.toHaveProperty(name);
  const told = await system.sql<{ body: string }>("SELECT body FROM webhook_delivery ORDER BY id");
  expect(told.map((row) => JSON.parse(row.body).data.id)).toEqual([id, credit.body.result.id]);
  expect(JSON.stringify(told)).not.toMatch(/28111222|optionals/);
});

test("what an invoice gives of an id stands in place of the point of sale's, to the authority as well", async () => {
  const setDefaults = async (body: Record<string, unknown>) =>
    expect((await system.request("/points-of-sale/1", { method: "PATCH", body })).status).toBe(200);
  await setDefaults({ optionals: [optional("17", "2"), optional("23", "Contrato 5")] });
  const { body } = await issue(invoiceB({ optionals: rentOptionals.slice(0, 3) }));
  await setDefaults({ optionals: null });
  const [rented] = (await system.authority.ledger({ env: "homologation", pos: 1 })).filter(
    ({ cae }) => cae === body.result.cae,
  );
  expect(rented?.declared.Opcionales).toEqual(
    [...rentOptionals.slice(0, 3), optional("23", "Contrato 5")].map(({ id, value }) => ({ Id: id, Valor: value })),
  );
});

test("a file has each optional field in two columns: one of them alone is a fault, and another column is warned about", async () => {
  const { voucherDate } = invoiceB();
  const base =
    "idempotency,posNumber,voucherType,concept,voucherDate,customer.docType,customer.docNumber,customer.name,customer.taxType,items.description,items.quantity,items.price,items.taxType";
  const send = async (columns: string, values: string, key: string) => {
    const line = `${key},1,6,1,${voucherDate},99,0,Consumidor Final,5,Harina,1,100,5`;
    const response = await fetch(`${system.url}/batches`, {
      method: "POST",
      headers: { authorization: `Bearer ${system.keys.keys.test}`, "content-type": "text/csv" },
      body: `${base},${columns}\n${line},${values}`,
    });
    return [response.status, await response.text()];
  };
  expect(await send("optionals.id", "23", "half-1")).toEqual([400, expect.stringContaining("line 2: optionals.value")]);
  expect(await send("optionals.value", "OC 1", "half-2")).toEqual([
    400,
    expect.stringContaining("line 2: optionals.id"),
  ]);
  // As the accountant's files have it.
  const both = await send("optionals.id,optionals.value,optionals", "23,OC 1,x", "both-1");
  expect(both).toEqual([202, expect.stringMatching(/"warnings":.*optionals/)]);
  const [voucher] = await waitFor(
    async () => {
      const { result } = (await system.request<{ optionals: unknown }[]>("/invoices?idempotency=both-1")).body;
      return result.length > 0 ? result : undefined;
    },
    { message: "the voucher of the file" },
  );
  expect(voucher?.optionals).toEqual([optional("23", "OC 1")]);
});
