import { readdirSync } from "node:fs";
import { createCanvas } from "@napi-rs/canvas";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiError } from "../../../api/http/errors.js";
import { addPointOfSale, changePointOfSale } from "../../../api/operations/points-of-sale.js";
import { readImageSize } from "../../../shared/images/image-size.js";
import { rewriteImage } from "../../../shared/images/rewrite-image.js";
import { type AdminApp, openAdminApp } from "../../support/processes/admin-app.js";
import { jpegImage, pngImage } from "../../support/samples/images.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { chunk, pngOf } from "../../support/samples/png-kinds.js";

let api: AdminApp;
beforeAll(async () => {
  api = await openAdminApp();
});
afterAll(() => api[Symbol.asyncDispose]());

const filesOfLogos = () =>
  readdirSync(api.storageFolder, { recursive: true, encoding: "utf8" }).filter((file) => /\.(png|jpeg)$/.test(file));

test("a point of sale can be added, read, listed and changed, and each change is audited with its key", async () => {
  const keys = [{ key: "seller", label: "Vendedor", printed: true }];
  const added = await api.call("POST", "/points-of-sale", {
    body: {
      number: 41,
      name: "Depósito",
      printedName: "Sucursal Sur",
      address: "Ruta 3 km 30",
      additionalDataKeys: keys,
    },
  });
  expect(added.status).toBe(201);
  const row = {
    number: 41,
    name: "Depósito",
    printedName: "Sucursal Sur",
    address: "Ruta 3 km 30",
    enabled: true,
    exclusive: false,
    hasLogo: false,
    activity: null,
    saleCondition: null,
    authorization: "CAE",
    contingencyPos: null,
    layout: "a4",
    legends: [],
    optionals: null,
    activities: null,
    additionalDataKeys: keys,
    created: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
  };
  expect(added.body).toEqual({ ok: true, result: row });
  expect((await api.call("GET", "/points-of-sale/41")).body).toEqual({ ok: true, result: row });

  const changed = await api.call("PATCH", "/points-of-sale/41", { body: { enabled: false, name: null, number: 41 } });
  expect(changed.body).toEqual({ ok: true, result: { ...row, enabled: false, name: null } });
  const listed = await api.call("GET", "/points-of-sale");
  expect(listed.body).toMatchObject({ ok: true, total: 4 });
  expect(listed.body.result.map((each: { number: number }) => each.number)).toEqual([1, 2, 3, 41]);

  const { apiKeyId } = await keyOf("test");
  const by = { resourceId: "41", production: false, actorType: "apikey", actorApiKeyId: apiKeyId };
  expect(await api.audit("pos.create")).toEqual([
    { ...by, before: null, after: expect.objectContaining({ number: 41, name: "Depósito", enabled: true }) },
  ]);
  expect(await api.audit("pos.update")).toEqual([
    { ...by, before: { name: "Depósito", enabled: true }, after: { name: null, enabled: false } },
  ]);
});

test("exclusive can be declared with a new point of sale and taken back, and both are audited", async () => {
  const added = await api.call("POST", "/points-of-sale", { body: { number: 42, exclusive: true } });
  expect([added.status, added.body.result.exclusive]).toEqual([201, true]);
  expect((await api.call("GET", "/points-of-sale/42")).body.result).toMatchObject({ enabled: true, exclusive: true });

  const open = await api.call("PATCH", "/points-of-sale/42", { body: { exclusive: false } });
  expect(open.body).toEqual({ ok: true, result: { ...added.body.result, exclusive: false } });
  const again = await api.call("PATCH", "/points-of-sale/42", { body: { exclusive: true } });
  expect(again.body).toEqual(added.body);
  const unasked = await api.call("PATCH", "/points-of-sale/42", { body: { name: "Web" } });
  expect(unasked.body.result).toMatchObject({ name: "Web", exclusive: true });

  const of = ({ resourceId }: { resourceId: string | null }) => resourceId === "42";
  expect((await api.audit("pos.create")).filter(of)).toMatchObject([{ before: null, after: { exclusive: true } }]);
  expect((await api.audit("pos.update")).filter(of)).toMatchObject([
    { before: { exclusive: true }, after: { exclusive: false } },
    { before: { exclusive: false }, after: { exclusive: true } },
    { before: { name: null }, after: { name: "Web" } },
  ]);
});

test("a point of sale can have an activity of its own and lose it, and each change is audited", async () => {
  const added = await api.call("POST", "/points-of-sale", { body: { number: 43, activity: "011111" } });
  expect([added.status, added.body.result.activity]).toEqual([201, "011111"]);
  const change = async (body: object) =>
    (await api.call("PATCH", "/points-of-sale/43", { body })).body.result?.activity;
  expect(await change({ activity: "620100" })).toBe("620100");
  expect(await change({ name: "Web" })).toBe("620100");
  expect((await api.call("GET", "/points-of-sale/43")).body.result.activity).toBe("620100");
  expect(await change({ activity: null })).toBeNull();

  const of = ({ resourceId }: { resourceId: string | null }) => resourceId === "43";
  expect((await api.audit("pos.create")).filter(of)).toMatchObject([{ before: null, after: { activity: "011111" } }]);
  expect((await api.audit("pos.update")).filter(of)).toMatchObject([
    { before: { activity: "011111" }, after: { activity: "620100" } },
    { before: { name: null }, after: { name: "Web" } },
    { before: { activity: "620100" }, after: { activity: null } },
  ]);
});

test("a point of sale can have a sale condition and lose it, and each change is audited", async () => {
  const added = await api.call("POST", "/points-of-sale", { body: { number: 61, saleCondition: " Contado " } });
  expect([added.status, added.body.result.saleCondition]).toEqual([201, "Contado"]);
  const change = async (body: object) =>
    (await api.call("PATCH", "/points-of-sale/61", { body })).body.result?.saleCondition;
  expect(await change({ name: "Web" })).toBe("Contado");
  expect(await change({ saleCondition: "x".repeat(40) })).toBe("x".repeat(40));
  expect(await change({ saleCondition: null })).toBeNull();

  const of = ({ resourceId }: { resourceId: string | null }) => resourceId === "61";
  expect((await api.audit("pos.create")).filter(of)).toMatchObject([{ after: { saleCondition: "Contado" } }]);
  expect((await api.audit("pos.update")).filter(of)).toMatchObject([
    { after: { name: "Web" } },
    { before: { saleCondition: "Contado" }, after: { saleCondition: "x".repeat(40) } },
    { after: { saleCondition: null } },
  ]);
});

test.each(["yes", 1, null])("changing exclusive to %j is refused and changes nothing", async (exclusive) => {
  const answer = await api.call("PATCH", "/points-of-sale/2", { body: { exclusive } });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ code: "VALIDATION_ERROR", details: { errors: [{ field: "exclusive" }] } });
  expect((await api.call("GET", "/points-of-sale/2")).body.result.exclusive).toBe(false);
});

test("[C1] a point of sale of CAEA can stand in for one of CAE, and each change is audited", async () => {
  const added = await api.call("POST", "/points-of-sale", { body: { number: 44, authorization: "CAEA" } });
  expect([added.status, added.body.result]).toMatchObject([201, { authorization: "CAEA", contingencyPos: null }]);
  const main = await api.call("POST", "/points-of-sale", { body: { number: 45, contingencyPos: 44 } });
  expect([main.status, main.body.result]).toMatchObject([201, { authorization: "CAE", contingencyPos: 44 }]);
  expect((await api.call("GET", "/points-of-sale/45")).body.result).toEqual(main.body.result);
  expect((await api.call("GET", "/points-of-sale")).body.result).toContainEqual(main.body.result);
  for (const contingencyPos of [null, 44])
    expect((await api.call("PATCH", "/points-of-sale/45", { body: { contingencyPos } })).status).toBe(200);

  const of = ({ resourceId }: { resourceId: string | null }) => resourceId === "45";
  expect((await api.audit("pos.create")).filter(of)).toMatchObject([
    { after: { authorization: "CAE", contingencyPos: 44 } },
  ]);
  expect((await api.audit("pos.update")).filter(of)).toMatchObject([
    { before: { contingencyPos: 44 }, after: { contingencyPos: null } },
    { before: { contingencyPos: null }, after: { contingencyPos: 44 } },
  ]);

  const refusal = async (number: number, body: object) => {
    const answer = await api.call("PATCH", `/points-of-sale/${number}`, { body });
    expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_ERROR"]);
    return answer.body.details.errors;
  };
  const fault = (field: string, message: RegExp) => [{ field, message: expect.stringMatching(message) }];
  expect(await refusal(44, { authorization: "CAE" })).toEqual(
    fault("authorization", /stands in for 45: set the contingencyPos/),
  );
  expect(await refusal(45, { authorization: "CAEA" })).toEqual(fault("contingencyPos", /must be null/));
  expect(await refusal(44, { contingencyPos: 44 })).toEqual(fault("contingencyPos", /must be null/));
  expect(await refusal(45, { contingencyPos: 45 })).toEqual(fault("contingencyPos", /must be another/));
  expect(await refusal(45, { contingencyPos: 1 })).toEqual(fault("contingencyPos", /is one of CAE/));
  expect(await refusal(45, { contingencyPos: 4_711 })).toEqual(
    fault("contingencyPos", /does not exist in this environment/),
  );
  const both = await api.call("PATCH", "/points-of-sale/45", { body: { authorization: "CAEA", contingencyPos: null } });
  expect([both.status, both.body.result.authorization]).toEqual([200, "CAEA"]);
});

test("[C1] a point of sale cannot change its authorization once there are vouchers, and takes no substitute of the other environment", async () => {
  await api.call("POST", "/points-of-sale", { body: { number: 46 } });
  const issued = await api.post(invoiceB({ posNumber: 46 }));
  expect(issued.status).toBe(201);
  const answer = await api.call("PATCH", "/points-of-sale/46", { body: { authorization: "CAEA" } });
  expect([answer.status, answer.body.details.errors]).toEqual([
    400,
    [{ field: "authorization", message: "point of sale 46 has vouchers: add another point of sale instead" }],
  ]);

  const live = api.keys.keys.production;
  const elsewhere = await api.call("POST", "/points-of-sale", {
    key: live,
    body: { number: 47, authorization: "CAEA" },
  });
  expect(elsewhere.status).toBe(201);
  const body = { contingencyPos: 47 };
  expect((await api.call("PATCH", "/points-of-sale/46", { body })).body.details.errors[0].field).toBe("contingencyPos");
});

test("a change without effect is answered but not audited", async () => {
  const before = (await api.audit("pos.update")).length;
  expect((await api.call("PATCH", "/points-of-sale/1", { body: {} })).status).toBe(200);
  expect((await api.call("PATCH", "/points-of-sale/1", { body: { enabled: true } })).status).toBe(200);
  expect(await api.audit("pos.update")).toHaveLength(before);
});

test.each([
  { body: { name: "Sin número" }, field: "number" },
  { body: { number: 0 }, field: "number" },
  { body: { number: 99_999 }, field: "number" },
  { body: { number: "7" }, field: "number" },
  { body: { number: 1 }, field: "number" },
  { body: { number: 50, enabled: "yes" }, field: "enabled" },
  { body: { number: 50, exclusive: "yes" }, field: "exclusive" },
  { body: { number: 50, activity: "62010" }, field: "activity" },
  { body: { number: 50, activity: "" }, field: "activity" },
  { body: { number: 50, activity: 620_100 }, field: "activity" },
  { body: { number: 50, saleCondition: "x".repeat(41) }, field: "saleCondition" },
  { body: { number: 50, saleCondition: "  " }, field: "saleCondition" },
  { body: { number: 50, authorization: "CAI" }, field: "authorization" },
  { body: { number: 50, contingencyPos: "1" }, field: "contingencyPos" },
  { body: { number: 50, contingencyPos: 1 }, field: "contingencyPos" },
  { body: { number: 50, name: "x".repeat(201) }, field: "name" },
  { body: { number: 50, address: "a\u0000b" }, field: "address" },
  { body: { number: 50, additionalDataKeys: [{ key: "a", label: "A" }] }, field: "additionalDataKeys.0.printed" },
  { body: { number: 50, additionalDataKeys: [key("a"), key("a")] }, field: "additionalDataKeys" },
  { body: [], field: null },
])("adding $body is refused at $field", async ({ body, field }) => {
  const answer = await api.call("POST", "/points-of-sale", { body });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ ok: false, code: "VALIDATION_ERROR", details: { errors: [{ field }] } });
  expect((await api.call("GET", "/points-of-sale/50")).status).toBe(404);
});

test("the number of a point of sale cannot be changed", async () => {
  const answer = await api.call("PATCH", "/points-of-sale/2", { body: { number: 3 } });
  expect([answer.status, answer.body.details.errors[0].field]).toEqual([400, "number"]);
});

test.each(["7", "0", "abc", "1.5", "-1", "9999999999999"])("an unknown point of sale %s is 404", async (number) => {
  for (const [method, body] of [["GET"], ["PATCH", {}], ["PUT", pngImage(1, 1)], ["DELETE"]] as const) {
    const path = `/points-of-sale/${number}${method === "PUT" || method === "DELETE" ? "/logo" : ""}`;
    const answer = await api.call(method, path, { body });
    expect([method, answer.status, answer.body.code]).toEqual([method, 404, "NOT_FOUND"]);
  }
});

test("of simultaneous requests to add the same point of sale, one succeeds", async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => api.call("POST", "/points-of-sale", { body: { number: 60 } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)]);
});

test("of several companies of one CUIT, one uses a point of sale of an environment", async () => {
  const { cuit, id: companyId } = await api.db.company.findUniqueOrThrow({ where: { code: "demo" } });
  const branch = await api.db.company.create({ data: { code: "branch", cuit, name: "Branch", taxType: 1 } });
  const operator = { db: api.db, actor: { type: "admin" as const }, companyId: branch.id, production: false };
  const faultOf = (change: Promise<unknown>) =>
    change.then(
      () => undefined,
      ({ status, faults }: ApiError) => [status, faults?.map(({ field }) => field)],
    );
  const isTaken = [400, ["number"]];
  expect((await api.call("POST", "/points-of-sale", { body: { number: 70 } })).status).toBe(201);
  expect(await faultOf(addPointOfSale(operator, { number: 70 }))).toEqual(isTaken);
  // The other environment has numberings of its own.
  await addPointOfSale({ ...operator, production: true }, { number: 70 });

  // It moves to the other company when the first one disables it, and back.
  await api.call("PATCH", "/points-of-sale/70", { body: { enabled: false } });
  await addPointOfSale(operator, { number: 70 });
  const enabling = await api.call("PATCH", "/points-of-sale/70", { body: { enabled: true } });
  expect([enabling.status, enabling.body.details.errors[0].field]).toEqual([400, "number"]);
  await changePointOfSale(operator, 70, { enabled: false });
  expect((await api.call("PATCH", "/points-of-sale/70", { body: { enabled: true } })).status).toBe(200);
  expect(await faultOf(changePointOfSale(operator, 70, { enabled: true }))).toEqual(isTaken);

  // Of two at once, one gets it.
  const statuses = await Promise.all([
    api.call("POST", "/points-of-sale", { body: { number: 71 } }).then(({ status }) => status),
    faultOf(addPointOfSale(operator, { number: 71 })).then((fault) => fault?.[0] ?? 201),
  ]);
  expect(statuses.sort()).toEqual([201, 400]);

  // Nor is it given twice by a statement that asks nobody.
  const data = [companyId, branch.id].map((of) => ({ companyId: of, production: false, number: 72 }));
  await expect(api.db.pointOfSale.createMany({ data })).rejects.toThrow();
  expect(await api.db.pointOfSale.count({ where: { number: 72 } })).toBe(0);
  await api.db.pointOfSale.deleteMany({ where: { companyId: branch.id } });
});

test("a logo can be stored, replaced and removed together with its file", async () => {
  const png = pngImage(200, 80);
  const put = await api.call("PUT", "/points-of-sale/1/logo", { body: png });
  expect([put.status, put.body.result.hasLogo]).toEqual([200, true]);
  const [file = "", ...others] = filesOfLogos();
  expect(others).toEqual([]);
  expect(file).toMatch(/\.own\.png$/);
  expect(readImageSize(await api.storage.read(file))).toEqual({ type: "image/png", width: 200, height: 80 });

  expect((await api.call("PUT", "/points-of-sale/1/logo", { body: png })).status).toBe(200);
  const jpeg = createCanvas(640, 480).toBuffer("image/jpeg");
  const headers = { "content-type": "image/jpeg" };
  expect((await api.call("PUT", "/points-of-sale/1/logo", { body: jpeg, headers })).status).toBe(200);
  const [replaced = "", ...more] = filesOfLogos();
  expect(more).toEqual([]);
  expect(readImageSize(await api.storage.read(replaced))).toEqual({ type: "image/jpeg", width: 640, height: 480 });

  const removed = await api.call("DELETE", "/points-of-sale/1/logo");
  expect([removed.status, removed.body]).toEqual([200, { ok: true, result: null }]);
  expect((await api.call("DELETE", "/points-of-sale/1/logo")).status).toBe(200);
  expect(filesOfLogos()).toEqual([]);
  expect((await api.call("GET", "/points-of-sale/1")).body.result.hasLogo).toBe(false);

  expect((await api.audit("pos.logo.update")).map(({ after }) => after)).toEqual([
    expect.objectContaining({ type: "png", width: 200, height: 80 }),
    expect.objectContaining({ type: "jpeg", width: 640, height: 480 }),
  ]);
  expect(await api.audit("pos.logo.delete")).toHaveLength(1);
});

test("what is stored of a logo is its pixels alone, as our encoder writes them", async () => {
  const before = [chunk("tEXt", Buffer.from("Author\0somebody", "latin1")), chunk("prVt", Buffer.from("anything"))];
  const sent = Buffer.concat([pngOf({ colorType: 3, depth: 4, interlaced: true, before }), Buffer.from("<script>")]);
  expect((await api.call("PUT", "/points-of-sale/1/logo", { body: sent })).status).toBe(200);
  const [file = ""] = filesOfLogos();
  const stored = await api.storage.read(file);
  expect(stored).toEqual(rewriteImage(sent).bytes);
  expect(stored.toString("latin1")).not.toMatch(/somebody|anything|script/);
  await api.call("DELETE", "/points-of-sale/1/logo");
});

test("few logos of a company are decoded at once, and one more is told to come again", async () => {
  const body = pngImage(2_000, 2_000);
  const statuses = await Promise.all(
    Array.from({ length: 6 }, () => api.call("PUT", "/points-of-sale/1/logo", { body }).then(({ status }) => status)),
  );
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(1);
  expect((await api.call("PUT", "/points-of-sale/1/logo", { body: pngImage(3, 3) })).status).toBe(200);
  await api.call("DELETE", "/points-of-sale/1/logo");
});

test("two points of sale with the same logo have separate files", async () => {
  const png = pngImage(9, 9);
  for (const number of [2, 3]) await api.call("PUT", `/points-of-sale/${number}/logo`, { body: png });
  await api.call("DELETE", "/points-of-sale/2/logo");
  expect(filesOfLogos()).toHaveLength(1);
  expect((await api.call("GET", "/points-of-sale/3")).body.result.hasLogo).toBe(true);
});

test.each([
  { name: "another kind of image", body: pngImage(2, 2), type: "image/gif", status: 400 },
  { name: "JSON", body: Buffer.from("{}"), type: "application/json", status: 400 },
  { name: "a JPEG called PNG", body: jpegImage(2, 2), type: "image/png", status: 400 },
  { name: "a text called PNG", body: Buffer.from("hello"), type: "image/png", status: 400 },
  { name: "an image that is too wide", body: jpegImage(5_000, 2), type: "image/jpeg", status: 400 },
  { name: "an image of too many pixels", body: pngImage(4_000, 4_000), type: "image/png", status: 400 },
  {
    name: "a bomb",
    body: pngOf({ colorType: 2, depth: 8, rows: Buffer.alloc(50_000_000) }),
    type: "image/png",
    status: 400,
  },
  { name: "a JPEG without an image", body: jpegImage(20, 20), type: "image/jpeg", status: 400 },
  { name: "an image above 512 KiB", body: pngImage(2, 2, { padding: 512 * 1_024 }), type: "image/png", status: 413 },
  { name: "an image above 1 MiB", body: pngImage(2, 2, { padding: 1_100_000 }), type: "image/png", status: 413 },
])("$name is refused as a logo with $status", async ({ body, type, status }) => {
  const answer = await api.call("PUT", "/points-of-sale/2/logo", { body, headers: { "content-type": type } });
  expect(answer.status).toBe(status);
  if (status === 400)
    expect(answer.body).toMatchObject({ code: "VALIDATION_ERROR", details: { errors: [{ field: null }] } });
  else expect(answer.body).toEqual({ ok: false, error: expect.any(String) });
});

function key(name: string) {
  return { key: name, label: name, printed: false };
}

async function keyOf(environment: "test" | "production"): Promise<{ apiKeyId: number }> {
  const prefix = api.keys.keys[environment].slice(0, 9);
  const [row] = await api.db.$queryRaw<{ apiKeyId: number }[]>`
    SELECT id AS "apiKeyId" FROM api_key WHERE prefix = ${prefix}`;
  if (!row) throw new Error("the key is gone");
  return row;
}
