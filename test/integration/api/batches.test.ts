import { afterAll, beforeAll, expect, test } from "vitest";
import { type AdminApp, openAdminApp } from "../../support/processes/admin-app.js";
import { invoiceB, today } from "../../support/samples/invoice.js";

let api: AdminApp;
beforeAll(async () => {
  api = await openAdminApp();
});
afterAll(() => api[Symbol.asyncDispose]());

const call = (method: string, path = "", options: Parameters<AdminApp["call"]>[2] = {}) =>
  api.call(method, `/batches${path}`, options);
const post = (body: unknown, headers: Record<string, string> = {}) => call("POST", "", { body, headers });
const postCsv = (text: string, query = "", headers: Record<string, string> = {}) =>
  call("POST", query, { body: Buffer.from(text), headers: { "content-type": "text/csv", ...headers } });
const several = (count: number, over: Record<string, unknown> = {}) =>
  Array.from({ length: count }, () => invoiceB(over));
const countOf = async (table: "batch" | "batchElement" | "issuance") =>
  (api.db[table] as { count(): Promise<number> }).count();
const everything = async () => [await countOf("batch"), await countOf("batchElement"), await countOf("issuance")];
const settle = (state: "approved" | "rejected", key: string, outcome: object | null = null) =>
  api.db
    .$executeRaw`UPDATE issuance SET state = ${state}::issuance_state, settled_at = now(), outcome = ${outcome && JSON.stringify(outcome)}::jsonb
    WHERE idempotency = ${key}`;

test("a batch is recorded and answered, with its issuances in line, and an audit entry", async () => {
  const invoices = several(3);
  const { status, body } = await post({ name: "November", invoices });
  expect(status).toBe(202);
  expect(body.result).toEqual({
    id: expect.any(Number),
    name: "November",
    state: "running",
    total: 3,
    pending: 3,
    issued: 0,
    failed: 0,
    created: expect.stringMatching(/Z$/),
    finished: null,
  });
  const { id } = body.result;
  expect((await call("GET", `/${id}`)).body.result).toEqual(body.result);
  const recorded = await api.db.issuance.findMany({
    where: { idempotency: { in: invoices.map((each) => each.idempotency) } },
  });
  expect(recorded.map(({ state, apiKeyId }) => [state, apiKeyId])).toEqual(
    Array(3).fill(["queued", expect.any(Number)]),
  );
  expect(await api.audit("batch.create")).toMatchObject([
    { resourceId: `${id}`, production: false, actorType: "apikey", after: { name: "November", total: 3 } },
  ]);
});

test("an element is recorded as POST invoices would have recorded it: content, amounts, declaration and hash are the same", async () => {
  const body = invoiceB({ posNumber: 2, items: [{ description: "Té", quantity: 3, price: 0.37, taxType: 5 }] });
  await post({ invoices: [body] });
  await api.post(body, { key: api.keys.keys.production });
  const rows = await api.db.issuance.findMany({
    where: { idempotency: body.idempotency },
    orderBy: { production: "asc" },
  });
  const [inBatch, alone] = rows.map(({ body, bodyHash, amounts, declared, vatRounding, periodStart }) => ({
    ...{ body, bodyHash, amounts, declared, vatRounding, periodStart },
  }));
  expect(inBatch).toEqual(alone);
  expect(inBatch).toMatchObject({ amounts: { total: "1.11" }, body: { idempotency: body.idempotency } });
});

test("every fault of every element is told, and nothing is recorded", async () => {
  const before = await everything();
  const [a, b, c, d, e] = several(5) as [object, object, object, object, object];
  await call("POST", "", { body: {} });
  await api.call("POST", "/points-of-sale", { body: { number: 40, enabled: true } });
  await api.call("PATCH", "/points-of-sale/40", { body: { enabled: false } });
  const { status, body } = await post({
    invoices: [
      a,
      { ...b, concept: 9, items: [{ description: "x", quantity: 1, price: -1, taxType: 5 }, {}] },
      { ...c, posNumber: 77, voucherType: 99 },
      { ...d, posNumber: 40 },
      { ...e, idempotency: (a as { idempotency: string }).idempotency },
      "no object",
    ],
  });
  expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
  expect(body.details.errors).toEqual([
    { field: "invoices.1.concept", message: expect.any(String) },
    {
      field: "invoices.1.items.0.price",
      message: expect.stringContaining("must be 0 or more: what a line costs less is its discount"),
    },
    { field: "invoices.1.items.1.description", message: expect.stringContaining("required") },
    { field: "invoices.1.items.1.quantity", message: expect.stringContaining("required") },
    { field: "invoices.1.items.1.price", message: expect.stringContaining("required") },
    { field: "invoices.1.items.1.taxType", message: expect.stringContaining("required") },
    { field: "invoices.2.voucherType", message: expect.stringContaining("is not a type") },
    {
      field: "invoices.2.posNumber",
      message: "point of sale 77 does not exist in this environment; add it before issuing",
    },
    { field: "invoices.3.posNumber", message: "point of sale 40 is disabled; enable it before issuing" },
    { field: "invoices.4.idempotency", message: "is the key of invoices.0 as well: each voucher needs its own" },
    { field: "invoices.5", message: "the body must be a JSON object" },
  ]);
  expect(await everything()).toEqual(before);
});

test.each([
  ["no invoices", {}, "invoices"],
  ["an empty list", { invoices: [] }, "invoices"],
  ["more than a thousand", { invoices: Array(1_001).fill({}) }, "invoices"],
  ["a name that is too long", { name: "x".repeat(201), invoices: [{}] }, "name"],
  ["a list", [], null],
])("a batch with %s is refused", async (_, body, field) => {
  const answer = await post(body);
  expect([answer.status, answer.body.details.errors[0].field]).toEqual([400, field]);
});

test("what is ignored is said with its path, and with strict handling refused", async () => {
  await api.call("POST", "/points-of-sale", {
    body: { number: 41, additionalDataKeys: [{ key: "order", label: "O", printed: true }] },
  });
  const [a, b] = several(2, { posNumber: 41 });
  const body = {
    colour: "red",
    invoices: [
      a,
      { ...b, colour: "red", items: [{ ...b?.items[0], colour: 1 }], additionalData: { order: 1, other: 2 } },
    ],
  };
  const fields = ["colour", "invoices.1.items.0.colour", "invoices.1.colour", "invoices.1.additionalData.other"];
  const strict = await post(body, { prefer: "handling=strict" });
  expect([strict.status, strict.body.details.errors.map(({ field }: { field: string }) => field).sort()]).toEqual([
    400,
    [...fields].sort(),
  ]);
  const { status, body: answered } = await post(body);
  expect([status, answered.warnings.map(({ field }: { field: string }) => field).sort()]).toEqual([
    202,
    [...fields].sort(),
  ]);
});

test("a batch of 8 MB is taken, a larger one is 413, and other bodies keep their limit", async () => {
  const [one] = several(1);
  const padded = (bytes: number) => ({ invoices: [one], padding: "x".repeat(bytes) });
  expect((await post(padded(8_000_000))).status).toBe(202);
  const { status, body } = await post(padded(8_400_000));
  expect([status, body.error]).toEqual([413, "The body is larger than 8 MB."]);
  expect((await api.call("POST", "/invoices", { body: padded(1_100_000) })).body.error).toBe(
    "The body is larger than 1 MB.",
  );
  const large = { ...one, padding: "x".repeat(1_100_000) };
  expect((await post({ invoices: [large] })).body.details.errors).toEqual([
    { field: "invoices.0", message: "is larger than 1 MB, the most that one issuance may be" },
  ]);
});

test("a thousand elements are taken, and other requests go on meanwhile", async () => {
  const items = Array.from({ length: 5 }, () => ({ description: "Té", quantity: 1, price: 10, taxType: 5 }));
  const batch = post({ invoices: several(1_000, { posNumber: 3, items }) });
  let isOver = false;
  batch.finally(() => {
    isOver = true;
  });
  let answered = 0;
  while (!isOver) {
    expect((await api.call("GET", "/api-keys/test")).status).toBe(200);
    if (!isOver) answered += 1;
  }
  const { status, body } = await batch;
  expect([status, body.result?.total]).toEqual([202, 1_000]);
  expect(answered).toBeGreaterThan(3);
});

test("without a certificate, nothing is taken, in the words of POST invoices", async () => {
  await api.db.$executeRaw`UPDATE certificate SET active = false WHERE NOT production`;
  const [one] = several(1);
  const [alone, batch] = [await api.post(one), await post({ invoices: [one] })];
  await api.db.$executeRaw`UPDATE certificate SET active = true WHERE NOT production`;
  expect([batch.status, batch.body]).toEqual([alone.status, alone.body]);
  expect(batch.body).not.toHaveProperty("details");
});

test("with an expired subscription nothing is taken or cancelled, and everything can be read", async () => {
  const { id } = (await post({ invoices: several(1) })).body.result;
  await api.setUntil("2020-01-01");
  expect((await post({ invoices: [] })).body.code).toBe("SUBSCRIPTION_EXPIRED");
  expect((await call("POST", `/${id}/cancel`)).body.code).toBe("SUBSCRIPTION_EXPIRED");
  expect((await call("GET", `/${id}/results`)).status).toBe(200);
  await api.setUntil("2100-01-01");
});

test("a quota that is used up is no reason to refuse a batch", async () => {
  const [plan] = await api.db.$queryRaw<[{ monthly_vouchers: number }]>`SELECT monthly_vouchers FROM plan`;
  await api.db.$executeRaw`UPDATE plan SET monthly_vouchers = 0`;
  expect((await post({ invoices: several(1) })).status).toBe(202);
  await api.db.$executeRaw`UPDATE plan SET monthly_vouchers = ${plan.monthly_vouchers}`;
});

test("a cancel ends what has no number, is audited once, and changes nothing that is over", async () => {
  const { id } = (await post({ name: "to cancel", invoices: several(2) })).body.result;
  const cancelled = await call("POST", `/${id}/cancel`);
  expect([cancelled.status, cancelled.body.result]).toMatchObject([
    200,
    { id, state: "cancelled", pending: 0, issued: 0, failed: 2, finished: expect.stringMatching(/Z$/) },
  ]);
  expect((await call("POST", `/${id}/cancel`)).body.result).toEqual(cancelled.body.result);
  expect((await api.audit("batch.cancel")).map(({ resourceId }) => resourceId)).toEqual([`${id}`]);
  expect((await call("GET", `/${id}/results`)).body.result).toMatchObject([
    { index: 0, state: "failed", code: "CANCELLED", error: expect.stringContaining("was cancelled"), id: null },
    { index: 1, state: "failed", code: "CANCELLED" },
  ]);
});

test("the results tell what POST invoices would have answered, in pages and as CSV", async () => {
  const outcomes = [
    { code: "TAXAUTH_ERROR", reasons: [{ code: 10015, msg: '=identifique, "al" receptor' }] },
    { code: "SUBSCRIPTION_QUOTA_EXCEEDED" },
    { code: "TAXAUTH_UNCONFIRMED" },
    { code: "VALIDATION_ERROR", obstacle: { why: "noCertificate" } },
    {
      code: "TAXAUTH_CONNECTION_ERROR",
      cause: "no answer",
      problem: { kind: "down", services: ["wsfe"], detail: "no answer" },
    },
  ];
  const invoices = several(outcomes.length + 1, { posNumber: 2 });
  const { id } = (await post({ invoices })).body.result;
  for (const [at, outcome] of outcomes.entries())
    await settle("rejected", invoices[at]?.idempotency as string, outcome);
  const { body } = await call("GET", `/${id}/results`);
  expect(body.total).toBe(6);
  expect(body.result.map((row: Record<string, unknown>) => [row.index, row.state, row.code, row.error])).toEqual([
    [
      0,
      "failed",
      "TAXAUTH_ERROR",
      expect.stringMatching(/^\(10015\) =identifique, "al" receptor\. The authority's registers/),
    ],
    [1, "failed", "SUBSCRIPTION_QUOTA_EXCEEDED", expect.stringContaining("used up")],
    [2, "failed", "TAXAUTH_UNCONFIRMED", expect.stringContaining("could not be confirmed")],
    [3, "failed", "VALIDATION_ERROR", expect.stringContaining("has no active tax-authority certificate")],
    [4, "failed", "TAXAUTH_CONNECTION_ERROR", expect.stringContaining("does not answer")],
    [5, "pending", null, null],
  ]);
  const inSpanish = await call("GET", `/${id}/results`, { headers: { "accept-language": "es" } });
  expect(inSpanish.body.result.map(({ error }: { error: string | null }) => error)).toEqual([
    expect.stringMatching(
      /^\(10015\) =identifique, "al" receptor\. customer\.docNumber: ARCA no tiene en sus registros/,
    ),
    expect.stringMatching(/^Se usaron los comprobantes del mes/),
    expect.stringMatching(/^Todavía no se sabe si ARCA autorizó el comprobante: volvé a enviarlo con la misma clave/),
    expect.stringMatching(/^No hay un certificado de ARCA activo en este ambiente/),
    expect.stringMatching(/^El comprobante no se emitió\. ARCA no responde/),
    null,
  ]);
  const page = await call("GET", `/${id}/results?limit=2&offset=1`);
  expect([page.body.total, page.body.result.map(({ index }: { index: number }) => index)]).toEqual([6, [1, 2]]);

  const csv = await call("GET", `/${id}/results?limit=2`, { headers: { accept: "text/csv" } });
  expect(csv.headers.get("content-type")).toMatch(/^text\/csv/);
  expect(csv.headers.get("content-disposition")).toBe(`attachment; filename="batch-${id}.csv"`);
  const [header, first, , , fourth, ...rest] = csv.body.split("\r\n");
  expect(header).toBe(
    "index,idempotency,state,id,voucherNumber,cae,totalAmount,code,error,posNumber,voucherType,waitsFor",
  );
  expect(first).toMatch(
    new RegExp(
      `^0,${invoices[0]?.idempotency},failed,,,,,TAXAUTH_ERROR,"\\(10015\\) =identifique, ""al"" receptor\\. The .*",,6,$`,
    ),
  );
  expect(fourth).toMatch(
    new RegExp(`^3,${invoices[3]?.idempotency},failed,,,,,VALIDATION_ERROR,"The company has no active .*",,6,$`),
  );
  expect(rest).toHaveLength(3);
});

test("an element that waits for a person says what must be decided, in both languages and as CSV", async () => {
  const [undecided, behind] = several(2, { posNumber: 3 });
  const [elsewhere] = several(1, { posNumber: 1 });
  const { id } = (await post({ invoices: [undecided, behind, elsewhere] })).body.result;
  const waiting = async (language: string) =>
    (await call("GET", `/${id}/results`, { headers: { "accept-language": language } })).body.result.map(
      ({ state, waitsFor }: Record<string, unknown>) => [state, waitsFor],
    );
  const nobody = ["pending", null];
  expect(await waiting("en")).toEqual([nobody, nobody, nobody]);
  await api.db.$executeRaw`
    UPDATE issuance SET state = 'submitted', number = 901, submitted_at = now(), epoch = 1, doubt = 'unconfirmed', operator_reason = 'another total'
    WHERE idempotency = ${undecided?.idempotency}`;
  expect(await waiting("en")).toEqual([
    ["pending", expect.stringMatching(/authorized the voucher, and somebody must decide it: the service's operator/)],
    ["pending", expect.stringMatching(/earlier voucher on point of sale 3 and type 6 .* somebody must decide it/)],
    nobody,
  ]);
  expect(await waiting("es")).toEqual([
    ["pending", expect.stringMatching(/^No se sabe si ARCA autorizó el comprobante, .* quien opera el servicio/)],
    [
      "pending",
      expect.stringMatching(/anterior en el punto de venta 3 y el tipo 6 \(Factura B\), .* se emite después/),
    ],
    nobody,
  ]);
  const csv = await call("GET", `/${id}/results`, { headers: { accept: "text/csv" } });
  expect(csv.body.split("\r\n")[2]).toMatch(/^1,.*,pending,,,,,,,,6,"It is not known whether an earlier voucher/);
  await api.db.$executeRaw`UPDATE issuance SET operator_reason = NULL WHERE idempotency = ${undecided?.idempotency}`;
  expect(await waiting("en")).toEqual([nobody, nobody, nobody]);
});

test("an element whose key has its voucher counts as issued, with that voucher", async () => {
  const [known, fresh] = several(2, { posNumber: 2 });
  const voucher = (await api.post(known)).body.result;
  const { result } = (await post({ invoices: [known, fresh] })).body;
  expect(result).toMatchObject({ total: 2, pending: 1, issued: 1 });
  expect((await call("GET", `/${result.id}/results`)).body.result[0]).toEqual({
    index: 0,
    idempotency: known?.idempotency,
    state: "issued",
    id: voucher.id,
    posNumber: 2,
    voucherType: 6,
    voucherNumber: voucher.voucherNumber,
    cae: voucher.cae,
    totalAmount: "100.00",
    code: null,
    error: null,
    waitsFor: null,
  });
  const other = (await post({ invoices: [{ ...known, posNumber: 1 }] })).body.result;
  expect(other).toMatchObject({ state: "done", failed: 1 });
  expect((await call("GET", `/${other.id}/results`)).body.result[0]).toMatchObject({
    state: "failed",
    code: "VALIDATION_ERROR",
    error: expect.stringContaining(`already belongs to voucher 2-6-${voucher.voucherNumber}`),
  });
});

test("the list takes filters, ordering and pages, and shows the environment's own batches alone", async () => {
  const ids = [];
  for (const name of ["one", "two", "two"])
    ids.push((await post({ name: `list ${name}`, invoices: several(1) })).body.result.id);
  await call("POST", `/${ids[1]}/cancel`);
  const idsOf = async (query: string) =>
    (await call("GET", `?${query}`)).body.result.map(({ id }: { id: number }) => id);
  expect(await idsOf("limit=2")).toEqual([ids[2], ids[1]]);
  expect(await idsOf("name=list%20two&ordering=id")).toEqual([ids[1], ids[2]]);
  expect(await idsOf(`state=cancelled&id__gte=${ids[0]}`)).toEqual([ids[1]]);
  expect(await idsOf(`state__in=running,done&id__gte=${ids[0]}&offset=1`)).toEqual([ids[0]]);
  const production = await call("GET", "", { key: api.keys.keys.production });
  expect(production.body).toEqual({ ok: true, total: 0, result: [] });
  for (const path of [`/${ids[0]}`, `/${ids[0]}/results`])
    expect((await call("GET", path, { key: api.keys.keys.production })).status).toBe(404);
  expect((await call("POST", `/${ids[0]}/cancel`, { key: api.keys.keys.production })).status).toBe(404);
  expect(
    (await call("GET", `/${ids[0]}/results`, { key: api.keys.keys.production, headers: { accept: "text/csv" } }))
      .status,
  ).toBe(404);
});

test("CSV is a batch too: named by the query, checked alike, and its faults have lines", async () => {
  const header =
    "idempotency;posNumber;voucherType;concept;voucherDate;customer.docType;customer.docNumber;customer.name;customer.taxType;items.description;items.quantity;items.price;items.taxType;colour";
  const sale = (key: string, more: string) => `${key};1;6;1;${today()};99;0;Consumidor Final;5;${more};red`;
  const good = [
    header,
    sale("csv-1", "Té;1;10.50;5"),
    sale("csv-1", "Café;2;3;5"),
    sale("csv-2", "Mate;1;1;5"),
    "",
    "",
  ].join("\r\n");
  const strict = await postCsv(good, "?name=file", { prefer: "handling=strict" });
  expect(strict.body.details.errors).toEqual([{ field: "colour", message: "is not a known column" }]);
  const { status, body } = await postCsv(good, "?name=file&colour=red");
  expect([status, body.result, body.warnings]).toMatchObject([
    202,
    { name: "file", total: 2 },
    [{ field: "?colour" }, { field: "colour" }],
  ]);
  const kept = await api.db.issuance.findFirstOrThrow({ where: { idempotency: "csv-1" } });
  expect(kept.body).toMatchObject({
    items: [
      { description: "Té", price: 10.5 },
      { description: "Café", quantity: 2 },
    ],
  });

  const before = await everything();
  const bad = [
    header,
    sale("csv-3", '"Té\r\nverde";1;doce;5'),
    sale("csv-4", "Té;0;1;5").replace(";1;6;", ";77;6;"),
    sale("csv-4", "Té;1;1;").replace(";1;6;", ";77;6;"),
    sale("", "Té;1;1;5"),
  ].join("\n");
  const refused = await postCsv(bad);
  expect([refused.status, refused.body.details.errors]).toEqual([
    400,
    [
      { field: "line 2: items.price", message: expect.stringContaining("must be a number") },
      { field: "line 4: items.quantity", message: expect.stringContaining("0.0001") },
      { field: "line 4: posNumber", message: expect.stringContaining("does not exist") },
      { field: "line 5: items.taxType", message: expect.stringContaining("required") },
      { field: "line 6: idempotency", message: expect.stringContaining("required") },
    ],
  ]);
  expect(await everything()).toEqual(before);
});

test("the template is a batch that can be sent as it is", async () => {
  for (const [key, company] of [
    [api.keys.keys.test, "demo"],
    [api.keys.mono.keys.test, "mono"],
  ] as const) {
    const template = await call("GET", "/template.csv", { key, company });
    expect([template.status, template.headers.get("content-type")]).toEqual([200, expect.stringMatching(/^text\/csv/)]);
    const { status, body } = await call("POST", "", {
      key,
      company,
      body: Buffer.from(template.body),
      headers: { "content-type": "text/csv", prefer: "handling=strict" },
    });
    expect([status, body.result]).toMatchObject([202, { total: 2, pending: 2 }]);
  }
});

test("a body that is neither JSON nor CSV is refused, and so is CSV in another encoding", async () => {
  const { body } = await post({}, { "content-type": "text/plain" });
  expect(body.details.errors[0].message).toContain("application/json or text/csv");
  const latin = await call("POST", "", {
    body: Buffer.from("idempotency;legend\na;ñ", "latin1"),
    headers: { "content-type": "text/csv" },
  });
  expect([latin.status, latin.body.details.errors[0].message]).toEqual([400, expect.stringContaining("must be UTF-8")]);
  const name = await postCsv("idempotency\na", `?name=${"x".repeat(201)}`);
  expect(name.body.details.errors).toEqual([{ field: "name", message: expect.stringContaining("at most 200") }]);
});

test("more running batches than the limit are refused until some are over", async () => {
  const { companyId } = await api.db.apiKey.findFirstOrThrow({
    where: { name: "Sandbox", production: true, company: { code: "mono" } },
  });
  await api.db
    .$executeRaw`INSERT INTO batch (company_id, production, total, request_id) SELECT ${companyId}, true, 1, 'r' FROM generate_series(1, 100)`;
  const send = () =>
    call("POST", "", {
      key: api.keys.mono.keys.production,
      company: "mono",
      body: { invoices: several(1, { voucherType: 11 }) },
    });
  const refused = await send();
  expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([429, undefined, "60"]);
  await api.db.$executeRaw`UPDATE batch SET finished_at = now() WHERE company_id = ${companyId} AND production`;
  expect((await send()).status).toBe(202);
});
