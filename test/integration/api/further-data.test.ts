import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AskAuthority } from "../../../api/taxauth/ask-authority.js";
import type { AuthorityTable } from "../../../shared/db/issuer-requests/authority-question.js";
import { openForFile } from "../../support/open-for-file.js";
import { approvedFate, openIssuingApp, refusedFate } from "../../support/processes/issuing-app.js";
import {
  jointInvoice,
  payer,
  rentOptionals,
  schoolInvoice,
  schoolOptionals,
  usualActivities,
} from "../../support/samples/further-data.js";
import { invoiceA, invoiceB } from "../../support/samples/invoice.js";

/** What the authority's tables have; undefined while it does not tell. */
let tables: Partial<Record<AuthorityTable, string[]>> | undefined;
let asked = 0;

const askAuthority: AskAuthority = async (_tenant, ask) => {
  asked += 1;
  const ids = ask.kind === "table" ? tables?.[ask.table] : undefined;
  if (!ids) throw new Error("the authority is away");
  return { outcome: "table", rows: ids.map((id) => ({ id, description: id })) };
};

const api = await openForFile(() => openIssuingApp({}, { askAuthority }));
beforeEach(() => {
  tables = { optionals: ["4711"], activities: ["620100"] };
});
afterEach(() => setDefaults({ optionals: null, activities: null }));

const strict = { headers: { prefer: "handling=strict" } };
const optional = (id: string, value: string) => ({ id, value });

async function patchPos(
  changes: object,
): Promise<{ status: number; body: { details?: { errors: { field: string }[] } } }> {
  const response = await api.app.request("/api/demo/points-of-sale/1", {
    method: "PATCH",
    headers: { authorization: `Bearer ${api.keys.keys.test}`, "content-type": "application/json" },
    body: JSON.stringify(changes),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

async function setDefaults(changes: object): Promise<void> {
  expect((await patchPos(changes)).status).toBe(200);
}

async function issue(body: object): Promise<{ id: number; warnings: unknown }> {
  const answer = await api.post(body);
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return { id: answer.body.result.id, warnings: answer.body.warnings };
}
const rowOf = async (id: number) => (await api.get(`/invoices/${id}`)).body.result;
const declaredOf = async (id: number) => {
  const { issuanceId } = await api.db.voucher.findUniqueOrThrow({ where: { id } });
  const { declared, body } = await api.db.issuance.findUniqueOrThrow({ where: { id: issuanceId as number } });
  return { declared: declared as Record<string, unknown>, body: body as Record<string, unknown> };
};
const faultsOf = async (body: object, options = {}) => {
  const answer = await api.post(body, options);
  return [answer.status, answer.body.details?.errors.map(({ field }: { field: string }) => field)];
};

describe("what a voucher declares", () => {
  test("is declared in the order of the body, kept, and listed as it was sent", async () => {
    const rent = { optionals: rentOptionals, activities: usualActivities };
    const { id, warnings } = await issue(invoiceB(rent));
    expect(warnings).toBeUndefined();
    expect((await declaredOf(id)).declared).toMatchObject(rent);
    expect(await rowOf(id)).toMatchObject({ ...rent, buyers: null });
    expect((await api.get(`/invoices?id=${id}`)).body.result[0]).toMatchObject(rent);

    const buyers = shares(66.67, 33.33);
    const { id: second } = await issue(jointInvoice({ buyers }));
    expect((await declaredOf(second)).declared).toMatchObject({ buyers, optionals: [] });
    expect(await rowOf(second)).toMatchObject({ buyers, optionals: null, activities: null });
  });

  test("of a voucher without any nothing is kept, declared or hashed", async () => {
    const { id } = await issue(invoiceB({ optionals: [], activities: null }));
    const { declared, body } = await declaredOf(id);
    for (const field of ["activities", "buyers"]) expect(declared).not.toHaveProperty(field);
    for (const field of ["optionals", "activities", "buyers"]) expect(body).not.toHaveProperty(field);
    expect(await rowOf(id)).toMatchObject({ optionals: null, activities: null, buyers: null });
  });

  test("belongs to the body: a key with another optional field is another attempt", async () => {
    const body = schoolInvoice();
    const reasons = [{ code: 10115, msg: "x" }];
    api.fate = refusedFate("rejected", { code: "TAXAUTH_ERROR", reasons });
    const refused = await api.post(body).finally(() => {
      api.fate = approvedFate;
    });
    expect([refused.status, refused.body.details]).toMatchObject([422, reasons]);
    const { id } = await issue({ ...body, optionals: [optional("10", "0")] });
    expect(await rowOf(id)).toMatchObject({ optionals: [optional("10", "0")] });
  });

  test("an activity may be given by its digits", async () => {
    const { id } = await issue(invoiceB({ activities: [{ id: "620100" }] }));
    expect(await rowOf(id)).toMatchObject({ activities: usualActivities });
  });
});

describe("what is checked here", () => {
  test.each<[string, object, string]>([
    ["a value of another form", schoolInvoice({ optionals: [optional("10", "2")] }), "optionals.0.value"],
    ["a value that is empty", schoolInvoice({ optionals: [optional("23", " ")] }), "optionals.0.value"],
    ["a field of another type", invoiceA({ optionals: [optional("23", "x"), optional("17", "2")] }), "optionals.1.id"],
    ["used goods", invoiceB({ optionals: [optional("91", "Ana")] }), "optionals.0.id"],
    ["what is of credit invoices", invoiceB({ optionals: [optional("2101", "1")] }), "optionals.0.id"],
    ["the same with a zero before it", invoiceB({ optionals: [optional("022", "S")] }), "optionals.0.id"],
    ["a field whose number begins with a zero", invoiceB({ optionals: [optional("010", "7")] }), "optionals.0.id"],
    ["an activity of zeros", invoiceB({ activities: [{ id: "000" }] }), "activities.0.id"],
    ["shares of 90", jointInvoice({ buyers: shares(50, 40) }), "buyers"],
    ["buyers without the receiver", jointInvoice({ customer: invoiceB().customer }), "buyers"],
    ["a receiver with the smaller share", jointInvoice({ buyers: shares(40, 60) }), "buyers.0.share"],
    ["a share of three decimals", jointInvoice({ buyers: shares(66.667, 33.333) }), "buyers.0.share"],
    ["a share of nothing", jointInvoice({ buyers: shares(100, 0) }), "buyers.0.share"],
  ])("%s", async (_name, body, field) => {
    const [status, fields] = await faultsOf(body);
    expect([status, fields?.[0]]).toEqual([400, field]);
  });

  test("what no table has is passed on with a warning, and refused with strict handling", async () => {
    const [listed, unknown] = [optional("4711", "x"), optional("9999", "x")];
    const body = invoiceB({ optionals: [listed, unknown], activities: [...usualActivities, { id: 471_120 }] });
    const warnings = [
      { field: "optionals.1.id", message: expect.stringMatching(/is in no table/) },
      { field: "activities.1.id", message: expect.stringMatching(/no activity that the company has/) },
    ];
    expect((await api.postTo("/invoices/preview", body)).body.warnings).toEqual(warnings);
    expect(await faultsOf(body, strict)).toEqual([400, ["optionals.1.id", "activities.1.id"]]);
    const issued = await issue(body);
    expect(issued.warnings).toEqual(warnings);
    expect((await declaredOf(issued.id)).declared).toMatchObject({ optionals: [listed, unknown] });

    // While the authority does not tell, the product's own table decides.
    tables = undefined;
    expect((await issue({ ...body, idempotency: "untold" })).warnings).toMatchObject([
      { field: "optionals.0.id" },
      { field: "optionals.1.id" },
    ]);
  });

  test("nothing is asked for a voucher of known fields, or of none", async () => {
    asked = 0;
    await issue(invoiceB());
    await issue(schoolInvoice());
    expect(asked).toBe(0);
  });
});

describe("what binds several is the authority's to say, and the preview foresees it", () => {
  test.each<[number, string, object]>([
    [10054, "optionals.1.id", schoolInvoice({ optionals: [optional("11", "0"), optional("11", "1")] })],
    [10112, "optionals.1.id", schoolInvoice({ optionals: [optional("11", "0"), optional("12", "1")] })],
    [10113, "optionals", schoolInvoice({ optionals: [optional("10", "1")] })],
    [10129, "optionals", invoiceB({ optionals: [optional("17", "1")] })],
    [10190, "optionals.1.value", invoiceB({ optionals: [optional("23", "x"), optional("23", "x")] })],
    [10221, "activities.1.id", invoiceB({ activities: [...usualActivities, ...usualActivities] })],
    [10150, "concept", { ...jointInvoice({ ...inMonth }), serviceExpiration: invoiceB().voucherDate }],
  ])("%i at %s", async (code, field, body) => {
    const preview = await api.postTo("/invoices/preview", body);
    expect(preview.body.result.problems).toContainEqual(expect.objectContaining({ code, field }));
    expect((await api.post(body)).status).toBe(201);
  });
});

describe("the defaults of a point of sale", () => {
  test("stand in its invoices, the body's in place of them by id, and not where the type may not have them", async () => {
    await setDefaults({ optionals: [optional("10", "0"), optional("17", "2")], activities: usualActivities });
    const { id } = await issue(invoiceB({ optionals: [optional("17", "1"), ...rentOptionals.slice(1, 3)] }));
    const expected = [optional("17", "1"), ...rentOptionals.slice(1, 3), optional("10", "0")];
    expect(await rowOf(id).catch(String)).toMatchObject({ optionals: expected });
    expect((await declaredOf(id)).declared).toMatchObject({ optionals: expected, activities: usualActivities });
  });

  test("a note inherits none, of the voucher or of the point of sale, and says its own", async () => {
    await setDefaults({ optionals: [optional("10", "0")], activities: usualActivities });
    const { id } = await issue(invoiceB());
    expect(await rowOf(id)).toMatchObject({ optionals: [optional("10", "0")], activities: usualActivities });
    const items = [{ description: "Devolución", quantity: 1, price: 10, taxType: 5 }];
    const credit = (body: object) =>
      api.postTo(`/invoices/${id}/credit-notes`, {
        idempotency: `further-${id}-${Object.keys(body).length}`,
        items,
        ...body,
      });
    const plain = await credit({});
    expect(await rowOf(plain.body.result.id)).toMatchObject({ optionals: null, activities: null });
    const own = await credit({ optionals: schoolOptionals, activities: usualActivities });
    expect([own.status, own.body.error]).toEqual([201, undefined]);
    expect(await rowOf(own.body.result.id)).toMatchObject({ optionals: schoolOptionals, activities: usualActivities });
  });

  test("are checked for their form, and replay with what was issued", async () => {
    const patched = await patchPos({ optionals: [optional("10", "7"), optional("22", "S")] });
    expect([patched.status, patched.body.details?.errors.map(({ field }) => field)]).toEqual([
      400,
      ["optionals.0.value", "optionals.1.id"],
    ]);
    await setDefaults({ optionals: [optional("10", "0")] });
    const body = invoiceB();
    const { id } = await issue(body);
    await setDefaults({ optionals: null });
    expect((await api.post(body)).body.result).toMatchObject({ id, idempotencyHit: true });
    expect((await api.get("/points-of-sale/1")).body.result).toMatchObject({ optionals: null, activities: null });
  });
});

describe("an element of a batch", () => {
  const declaredUnder = async (idempotency: string) =>
    (await api.db.issuance.findFirstOrThrow({ where: { idempotency } })).declared;

  test("has the defaults of its point of sale, and its warnings tell its place", async () => {
    await setDefaults({ optionals: [optional("10", "0")], activities: null });
    const invoices = [
      invoiceB({ idempotency: "further-1" }),
      invoiceB({ idempotency: "further-2", activities: [{ id: 471_120 }] }),
    ];
    const { status, body } = await api.postTo("/batches", { invoices });
    expect([status, body.warnings]).toEqual([
      202,
      [{ field: "invoices.1.activities.0.id", message: expect.stringMatching(/no activity/) }],
    ]);
    expect(await declaredUnder("further-1")).toMatchObject({ optionals: [optional("10", "0")] });
    expect(await declaredUnder("further-2")).toMatchObject({ activities: [{ id: 471_120 }] });
  });

  test("of a file has an optional field, an activity and a buyer in each row", async () => {
    const { voucherDate } = invoiceB();
    const csv = [
      "idempotency,posNumber,voucherType,concept,voucherDate,customer.docType,customer.docNumber,customer.name,customer.taxType,items.description,items.quantity,items.price,items.taxType,optionals.id,optionals.value,activities.id,buyers.docType,buyers.docNumber,buyers.share",
      `further-3,1,6,1,${voucherDate},80,30500010912,Gran Empresa,4,Harina,1,100,5,23,OC 17,620100,80,30500010912,66.67`,
      "further-3,,,,,,,,,,,,,23,OC 18,,86,20222222223,33.33",
    ].join("\n");
    const response = await api.app.request("/api/demo/batches", {
      method: "POST",
      headers: { authorization: `Bearer ${api.keys.keys.test}`, "content-type": "text/csv" },
      body: csv,
    });
    expect([response.status, await response.text()]).toEqual([202, expect.not.stringContaining("warnings")]);
    expect(await declaredUnder("further-3")).toMatchObject({
      optionals: [optional("23", "OC 17"), optional("23", "OC 18")],
      activities: usualActivities,
      buyers: shares(66.67, 33.33),
    });
  });
});

test("the tables of optional fields and of the company's activities are told", async () => {
  expect((await api.get("/taxauth/tables/optionals")).body.result).toEqual([{ id: "4711", description: "4711" }]);
  expect((await api.get("/taxauth/tables/activities")).body.result).toEqual([{ id: 620_100, description: "620100" }]);
  tables = undefined;
  expect((await api.get("/taxauth/tables/optionals")).body.result).toContainEqual({
    id: "1801",
    description: expect.stringMatching(/CUIT/),
  });
  expect((await api.get("/taxauth/tables/activities")).body.result).toEqual([]);
});

test("the accountant's CSV has them", async () => {
  const { id } = await issue(schoolInvoice({ activities: usualActivities }));
  const { body } = await api.get(`/reports/vouchers.csv?id=${id}`);
  const [header = "", line = ""] = String(body).trim().split("\r\n");
  expect(header).toContain("optionals.id,optionals.value,activities.id,buyers");
  expect(line).toContain('"10, 1011, 1012"');
  expect(line).toContain(`"1, ${payer.docType}, ${payer.docNumber}"`);
});

const inMonth = { concept: 2, serviceFrom: "20260801", serviceTo: "20260831" };

function shares(receiver: number, other: number) {
  return [
    { docType: 80, docNumber: "30500010912", share: receiver },
    { docType: 86, docNumber: "20222222223", share: other },
  ];
}
