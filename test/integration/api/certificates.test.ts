import { createPrivateKey, X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { requestCertificate } from "../../../api/operations/certificates.js";
import { createCertificateRequest } from "../../../shared/certificates/certificates.js";
import { findActiveCertificate } from "../../../shared/db/company/certificates.js";
import { createOpener } from "../../../shared/sealing/opener.js";
import { openForFile } from "../../support/open-for-file.js";
import { openAdminApp } from "../../support/processes/admin-app.js";

const api = await openForFile(openAdminApp);

const request = async (alias = "facturas", key?: string) =>
  (await api.call("POST", "/certificates", { body: { alias }, ...(key && { key }) })).body.result as {
    id: number;
    alias: string;
    csr: string;
  };

test("a certificate is requested, signed, installed and then used, and no secret is answered", async () => {
  const created = await api.call("POST", "/certificates", { body: { alias: "facturas-2026" } });
  expect(created.status).toBe(201);
  const { id, csr } = created.body.result;
  expect(created.body).toEqual({
    ok: true,
    result: { id, alias: "facturas-2026", csr: expect.stringContaining("BEGIN CERTIFICATE REQUEST") },
  });

  const certificate = await api.sign(csr);
  const subject = new X509Certificate(certificate).subject;
  expect(subject).toContain("serialNumber=CUIT 30712345671");
  expect(subject).toContain("CN=facturas-2026");
  const installed = await api.call("PUT", `/certificates/${id}`, { body: { certificate } });
  expect([installed.status, installed.body.result]).toEqual([
    200,
    { id, alias: "facturas-2026", csr, active: true, expires: expect.any(String), created: expect.any(String) },
  ]);

  const listed = (await api.call("GET", "/certificates")).body;
  expect(listed.total).toBe(listed.result.length);
  expect(listed.result.map((each: { id: number; active: boolean }) => [each.id === id, each.active])).toEqual([
    [false, false],
    [true, true],
  ]);
  const { companyId } = await company();
  const active = await findActiveCertificate(api.db, await createOpener(api.secretKey), companyId, false);
  expect(active?.certificateId).toBe(id);
  const installedOne = new X509Certificate(active?.certificatePem ?? "");
  expect(installedOne.publicKey.equals(new X509Certificate(certificate).publicKey)).toBe(true);
  expect(installedOne.checkPrivateKey(createPrivateKey(active?.privateKeyPem ?? ""))).toBe(true);

  expect(await api.audit("certificate.create")).toEqual([
    expect.objectContaining({
      resourceId: `${id}`,
      production: false,
      before: null,
      after: { alias: "facturas-2026" },
    }),
  ]);
  expect(await api.audit("certificate.activate")).toEqual([
    expect.objectContaining({
      resourceId: `${id}`,
      before: { active: false, expires: null },
      after: expect.objectContaining({ active: true, subject: expect.stringContaining("30712345671") }),
    }),
  ]);
  const told = JSON.stringify([listed, await api.audit("certificate.create"), await api.audit("certificate.activate")]);
  expect(told).not.toContain("PRIVATE KEY");
});

test("a renewed certificate of the same key replaces the earlier one", async () => {
  const { id, csr } = await request("renewed");
  const first = await api.call("PUT", `/certificates/${id}`, { body: { certificate: await api.sign(csr) } });
  const renewed = await api.call("PUT", `/certificates/${id}`, {
    body: { certificate: await api.sign(csr, { days: 900 }) },
  });
  expect([first.status, renewed.status]).toEqual([200, 200]);
  expect(renewed.body.result.expires > first.body.result.expires).toBe(true);
});

test("an unusable certificate is refused, and the active one stays", async () => {
  const { id, csr } = await request("refused");
  const activeBefore = await activeId();
  const other = await request("other");
  const foreign = await createCertificateRequest({ cuit: "20111111112", alias: "x", organization: "Taller" });
  const faulty: [string, string, string][] = [
    ["of another key", await api.sign(other.csr), "was not made for this request's key"],
    ["of another company", await api.sign(foreign.csrPem), "was not made for this request's key"],
    ["that expired", await api.sign(csr, { days: -1 }), "expired on"],
    ["that is a request", csr, "is the signing request itself: upload it"],
    ["that is no PEM", "nothing", "must be a certificate in PEM"],
    ["that is cut", (await api.sign(csr)).slice(0, 300), "is cut off: send the whole certificate"],
  ];
  for (const [what, certificate, message] of faulty) {
    const answer = await api.call("PUT", `/certificates/${id}`, { body: { certificate } });
    expect([what, answer.status, answer.body.code]).toEqual([what, 400, "VALIDATION_ERROR"]);
    expect(answer.body.details.errors).toEqual([{ field: "certificate", message: expect.stringContaining(message) }]);
  }
  expect(await activeId()).toBe(activeBefore);
});

test("a certificate of another tax id is refused even with the right key", async () => {
  const { id, csr } = await request("moved");
  const certificate = await api.sign(csr);
  // The owner alone can switch the rule off.
  await api.db.$executeRaw`ALTER TABLE company DISABLE TRIGGER company_is_the_same`;
  await api.db.$executeRaw`UPDATE company SET cuit = '30000000007' WHERE code = 'demo'`;
  const answer = await api.call("PUT", `/certificates/${id}`, { body: { certificate } });
  await api.db.$executeRaw`UPDATE company SET cuit = '30712345671' WHERE code = 'demo'`;
  await api.db.$executeRaw`ALTER TABLE company ENABLE TRIGGER company_is_the_same`;
  expect([answer.status, answer.body.details.errors[0].message]).toEqual([
    400,
    "is of the tax id 30712345671, and the company's is 30000000007",
  ]);
});

test.each([
  { body: {}, field: "alias" },
  { body: { alias: "" }, field: "alias" },
  { body: { alias: "a/b=c" }, field: "alias" },
  { body: { alias: 7 }, field: "alias" },
])("a request with $body is refused at $field", async ({ body, field }) => {
  const answer = await api.call("POST", "/certificates", { body });
  expect([answer.status, answer.body.details.errors[0].field]).toEqual([400, field]);
});

test("simultaneous installations leave one active certificate", async () => {
  const requests = await Promise.all([request("a"), request("b"), request("c")]);
  const answers = await Promise.all(
    requests.map(async ({ id, csr }) =>
      api.call("PUT", `/certificates/${id}`, { body: { certificate: await api.sign(csr) } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { result } = (await api.call("GET", "/certificates")).body;
  expect(result.filter((each: { active: boolean }) => each.active)).toHaveLength(1);
});

test("no certificate is requested that the running issuers could not use, and readiness says so", async () => {
  const ready = async () => (await api.app.request("/health/ready")).json();
  const keys = { ours: api.deps.sealer.keyId, other: "0123456789abcdef" };
  const tell = (id: string) => api.db.$executeRaw`INSERT INTO sealing_key (id, public_key) VALUES (${id}, '')`;
  const ask = async () => (await api.call("POST", "/certificates", { body: { alias: "sealed" } })).status;
  const count = () => api.db.certificate.count();
  expect(await ready()).toMatchObject({ ok: true, sealingKey: true });

  await tell(keys.other);
  const before = await count();
  expect([await ask(), await count()]).toEqual([500, before]);
  expect(await ready()).toMatchObject({ ok: true, sealingKey: false });
  const operator = { db: api.db, actor: { type: "admin" } as const, ...(await company()), production: false };
  await expect(requestCertificate(operator, api.deps.sealer, { alias: "sealed" })).rejects.toThrow(
    `to the key ${keys.ours}, and the running issuers open ${keys.other}. Set SEALING_KEY to what`,
  );

  await tell(keys.ours);
  expect([await ask(), await count()]).toEqual([201, before + 1]);
  expect(await ready()).toMatchObject({ ok: true, sealingKey: true });
  await api.db.$executeRaw`DELETE FROM sealing_key`;
});

async function company(): Promise<{ companyId: number }> {
  const [row] = await api.db.$queryRaw<{ companyId: number }[]>`
    SELECT id AS "companyId" FROM company WHERE code = 'demo'`;
  if (!row) throw new Error("the company is gone");
  return row;
}

async function activeId(): Promise<number | undefined> {
  const { result } = (await api.call("GET", "/certificates")).body;
  return result.find((each: { active: boolean }) => each.active)?.id;
}
