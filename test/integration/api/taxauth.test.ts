import { beforeEach, expect, test } from "vitest";
import { openForFile } from "../../support/open-for-file.js";
import { startSystem } from "../../support/processes/system.js";

const system = await openForFile(() => startSystem({ processes: ["api", "issuer"] }));
beforeEach(() => system.authority.reset(["faults", "settings", "calls"]));

const look = (taxId: string, key?: string) =>
  system.request<Record<string, unknown>>(`/taxauth/padron/${taxId}`, { key: key ?? system.keys.keys.test });

test("the registry answer has the fields that an issuance's customer needs", async () => {
  const company = await look("30712345671");
  expect(company.status).toBe(200);
  expect(company.body).toEqual({
    ok: true,
    result: {
      docType: 80,
      docNumber: 30712345671,
      name: "EMPRESA DEMO SA",
      personType: "legal",
      taxCondition: 1,
      stateId: 3,
      address: "AV COLON 1234, CORDOBA, CP 5000",
      status: "ACTIVE",
      activities: [{ id: 620100, description: "SERVICIOS DE CONSULTORES EN INFORMATICA" }],
    },
  });
  // The taxes suffice, so the second registry is not asked.
  expect(await system.authority.calls("getPersona")).toBe(0);
});

test.each([
  ["a monotributista", "20111111112", { taxCondition: 6, name: "MONO MARIA", personType: "natural" }],
  ["an exempt taxpayer", "33693450239", { taxCondition: 4 }],
  ["a registered taxpayer in the capital city", "20201797064", { taxCondition: 1, stateId: 0 }],
])("%s has the tax condition of an issuance", async (_, taxId, expected) => {
  expect((await look(taxId)).body.result).toMatchObject(expected);
});

test.each([
  ["whose taxes the registry withholds", "20000000516", { name: "SIN IMPUESTOS PRUEBA", stateId: 1 }],
  ["who pays no taxes", "20222222223", { docType: 86, name: "CONSUMIDOR CARLA", stateId: 1, status: "ACTIVE" }],
  [
    "whom only the second registry knows",
    "27999999994",
    { docType: 86, name: "SIN INSCRIPCION ANA", status: "ACTIVE" },
  ],
  ["whose key is inactive", "30700000008", { name: "EMPRESA INACTIVA SA", status: "INACTIVE" }],
])("the tax condition of a person %s is null and not guessed", async (_, taxId, expected) => {
  const { status, body } = await look(taxId);
  expect(status).toBe(200);
  expect(body.result).toMatchObject({ ...expected, taxCondition: null });
});

test("an answer is cached, so the authority is asked once", async () => {
  await look("30558515305");
  await look("30558515305");
  expect(await system.authority.calls("getPersona_v2")).toBe(1);
});

test("a tax id that neither registry knows is 404", async () => {
  const { status, body } = await look("20123456786");
  expect(status).toBe(404);
  expect(body).toEqual({ ok: false, error: expect.any(String), code: "NOT_FOUND" });
  expect(await system.authority.calls("getPersona")).toBe(1);
});

const registries = [
  ["getPersona_v2", "ws_sr_constancia_inscripcion"],
  ["getPersona", "ws_sr_padron_a13"],
] as const;

test.each(registries)(
  "while %s does not answer, an unknown tax id is 502 that names %s, and nothing is kept",
  async (operation, service) => {
    await system.authority.pushFault({ operation, action: "status", times: null });
    const { status, body } = await look("20123456786");
    expect([status, body]).toEqual([
      502,
      { ok: false, code: "TAXAUTH_CONNECTION_ERROR", error: expect.stringMatching(`"${service}".*try again`) },
    ]);
    await system.authority.clearFaults();
    expect((await look("20123456786")).status).toBe(404);
  },
);

test("a person whom only the second registry knows is 502 while that one does not answer, and found afterwards", async () => {
  await system.authority.pushFault({ operation: "getPersona", action: "html", times: null });
  const { status, body } = await look("27999999994", system.keys.keys.production);
  expect([status, body.error]).toEqual([502, expect.stringContaining('"ws_sr_padron_a13"')]);
});

test("a tax id that nobody knew is asked again, because it may have been registered since", async () => {
  for (const times of [1, 2]) {
    expect((await look("20123456786")).status).toBe(404);
    expect(await system.authority.calls("getPersona_v2")).toBe(times);
  }
});

test("a person with a known tax condition is partial while the second registry does not answer, and whole afterwards", async () => {
  await system.authority.pushFault({ operation: "getPersona", action: "status", times: null });
  const { status, body } = await look("27333333339");
  expect(status).toBe(200);
  expect(body.result).toMatchObject({
    name: "DOMICILIO INES",
    taxCondition: 1,
    address: null,
    stateId: null,
    partial: true,
  });

  await system.authority.clearFaults();
  const whole = (await look("27333333339")).body.result;
  expect(whole).toMatchObject({ taxCondition: 1, address: "CALLE 7 845, LA PLATA, CP 1900", stateId: 1 });
  expect(whole).not.toHaveProperty("partial");
  await look("27333333339");
  expect(await system.authority.calls("getPersona"), "the whole answer is kept").toBe(2);
});

test("a missing delegation to the second registry is 502 with the hint, or a partial person", async () => {
  await system.authority.set({ notAuthorized: [{ cuit: "20111111112", service: "ws_sr_padron_a13" }] });
  const ask = (taxId: string) =>
    system.request<Record<string, unknown>>(`/taxauth/padron/${taxId}`, {
      company: "mono",
      key: system.keys.mono.keys.production,
    });
  const unknown = await ask("20123456786");
  expect([unknown.status, unknown.body]).toEqual([
    502,
    {
      ok: false,
      code: "TAXAUTH_CONNECTION_ERROR",
      error: expect.stringMatching(/"ws_sr_padron_a13".*associate.*alias.*Retrying does not help/),
    },
  ]);
  const known = await ask("27333333339");
  expect([known.status, known.body.result]).toEqual([200, expect.objectContaining({ taxCondition: 1, partial: true })]);
});

test.each(["30712345672", "3071234567", "30-71234567-2", "abc"])(
  "%s is not a tax id and is 400 without asking the authority",
  async (taxId) => {
    const { status, body } = await look(taxId);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "VALIDATION_ERROR", details: { errors: [{ field: "cuit" }] } });
    expect(await system.authority.calls("getPersona_v2")).toBe(0);
  },
);

test("a missing delegation to the registry is 502 and names the service", async () => {
  await system.authority.set({ notAuthorized: [{ cuit: "20111111112", service: "ws_sr_constancia_inscripcion" }] });
  const answer = await system.request("/taxauth/padron/30712345671", {
    company: "mono",
    key: system.keys.mono.keys.test,
  });
  expect(answer.status).toBe(502);
  expect(answer.body).toMatchObject({
    code: "TAXAUTH_CONNECTION_ERROR",
    error: expect.stringContaining('"ws_sr_constancia_inscripcion"'),
  });
});

test("a failing registry is 502, and the failure is not cached", async () => {
  await system.authority.pushFault({ operation: "getPersona_v2", action: "status", times: 1 });
  const failed = await look("30558521135");
  expect(failed.status).toBe(502);
  expect(failed.body.code).toBe("TAXAUTH_CONNECTION_ERROR");
  expect((await look("30558521135")).status).toBe(200);
});

test("a rejected ticket is renewed and the question is asked again", async () => {
  await look("30558525025");
  await system.authority.pushFault({
    operation: "getPersona_v2",
    action: "fault",
    code: "Server",
    msg: "Este token no le permite actuar en representacion de la CUIT 30712345671.",
    times: 1,
  });
  const { status, body } = await look("30558525645");
  // The authority does not allow another login so soon. The answer contains its message.
  expect(status).toBe(502);
  expect(body.error).toContain("Este token no le permite actuar");
});

test("the code tables come from the authority, with codes as the API accepts them", async () => {
  const types = await system.request<{ id: number; description: string }[]>("/taxauth/tables/voucher-types");
  expect(types.status).toBe(200);
  expect(types.body.total).toBe(types.body.result.length);
  expect(types.body.result).toContainEqual({ id: 1, description: "Factura A" });
  await system.request("/taxauth/tables/voucher-types");
  expect(await system.authority.calls("FEParamGetTiposCbte")).toBe(1);

  const currencies = await system.request("/taxauth/tables/currencies");
  expect(currencies.body.result).toContainEqual({ id: "060", description: expect.stringMatching(/Euro/) });
});

test.each([
  ["units", { id: 7, description: "unidades" }],
  ["provinces", { id: 0, description: "Ciudad Autónoma de Buenos Aires" }],
  ["vat-rates", { id: 5, description: "21%" }],
  ["tax-conditions", { id: 6, description: "Responsable Monotributo" }],
  ["document-types", { id: 80, description: "CUIT" }],
  ["tributes", { id: 7, description: "Percepción de IIBB" }],
  ["concepts", { id: 1, description: "Producto" }],
])("table %s comes from the authority, or from the built-in copy while that is away", async (name, row) => {
  await system.authority.pushFault({ action: "status", times: null });
  const production = await system.request(`/taxauth/tables/${name}`, { key: system.keys.keys.production });
  expect(production.body.result).toContainEqual(row);
  await system.authority.clearFaults();
  const { status, body } = await system.request(`/taxauth/tables/${name}`);
  expect(status).toBe(200);
  expect(body.result).toEqual(production.body.result);
});

test("an unknown table is 404", async () => {
  expect((await system.request("/taxauth/tables/nothing")).body.code).toBe("NOT_FOUND");
});

test("a quotation is of the last business day or of the requested day", async () => {
  const last = await system.request("/taxauth/quotation/DOL");
  expect(last.body).toEqual({
    ok: true,
    result: { currency: "DOL", quotation: 1155.114, date: expect.stringMatching(/^\d{8}$/) },
  });
  const dated = await system.request("/taxauth/quotation/060?date=20260817");
  expect(dated.body.result).toEqual({ currency: "060", quotation: 1183.4728, date: "20260817" });
  expect((await system.request("/taxauth/quotation/PES")).body.result).toMatchObject({ quotation: 1 });
  expect((await system.request("/taxauth/quotation/XYZ")).status).toBe(404);
  expect((await system.request("/taxauth/quotation/023")).body.code).toBe("NOT_FOUND");
});

test("another method on these paths is 405", async () => {
  expect((await system.request("/taxauth/status", { method: "POST", body: {} })).status).toBe(405);
});
