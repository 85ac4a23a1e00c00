import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type BareService, startBareService } from "../../support/processes/bare-service.js";
import { quickCommandLine, succeeding } from "../../support/processes/command-line.js";
import { expectDocumented } from "../../support/readers/documented-answers.js";
import { invoiceB } from "../../support/samples/invoice.js";

interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape that it expects
  body: any;
}

const environments = ["homologation", "production"] as const;

/** Calls the API over HTTP with one key, as a shop's program does. */
const caller =
  ({ baseUrl }: BareService, company: string, key: string) =>
  async (method: string, requestPath: string, body?: unknown): Promise<Reply> => {
    const response = await fetch(`${baseUrl}/${company}${requestPath}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = { status: response.status, body: await response.json() };
    expectDocumented(method, requestPath, answer.status, answer.body);
    return answer;
  };

test("[S7] the command line alone leads from an empty database to an issued voucher, also with SECRET_KEY alone", async () => {
  await using service = await startBareService({ knowsSecret: true });
  const run = quickCommandLine(service.environment);
  const admin = succeeding(run);
  await admin(..."company create tienda --cuit 30712345671 --tax-type 1 --name Tienda".split(" "));
  let last: { id: number; cae: string } | undefined;

  for (const env of environments) {
    const at = ["--company", "tienda", "--env", env];
    const { key } = await admin("key", "create", ...at);
    const { certificate } = await admin("certificate", "request", ...at, "--alias", "tienda");
    const file = path.join(service.folder, `${env}.pem`);
    writeFileSync(file, await service.authority.certificate(certificate.csr));
    await admin("certificate", "install", String(certificate.id), "--company", "tienda", "--file", file);
    await admin("pos", "add", "1", ...at);

    const call = caller(service, "tienda", key.secret);
    const issued = await call("POST", "/invoices", invoiceB());
    expect([issued.status, issued.body]).toEqual([
      201,
      expect.objectContaining({ result: expect.objectContaining({ voucherNumber: 1 }) }),
    ]);
    await admin("key", "revoke", String(key.id), "--company", "tienda");
    // The API may recall the key for half a second.
    await expect.poll(async () => (await call("GET", "/invoices")).status, { timeout: 10_000 }).toBe(401);
    last = issued.body.result;
  }
  const show = ["voucher", "show", String(last?.id), "--company", "tienda", "--exchanges"];
  // Exchanges are written a moment after the answer.
  await expect
    .poll(async () => (await admin(...show)).exchanges, { timeout: 20_000 })
    .toContainEqual(expect.objectContaining({ operation: "FECAESolicitar", outcome: "approved" }));
  const { voucher } = await admin(...show);
  const { stdout } = await run(...show);
  expect(stdout).toMatch(/^\d{4}-\d\d-\d\dT\S+ FECAESolicitar: approved, \d+ ms$/m);
  expect(stdout).toContain("<Token></Token><Sign></Sign><Cuit>30712345671</Cuit>");
  expect(stdout).toContain(`<CAE>${last?.cae}</CAE>`);
  expect(voucher).toMatchObject({ cae: last?.cae, production: true });
  const { usage } = await admin("usage", "show", "--company", "tienda");
  expect(usage).toEqual([expect.objectContaining({ used: 2, production: 1, homologation: 1, reserved: 0 })]);
  expect(await service.authority.ledger()).toHaveLength(2);
});

test("[S7] HTTP leads to an issued voucher after the command line created the company and its first keys, with an API that cannot open private keys", async () => {
  await using service = await startBareService();
  const admin = succeeding(quickCommandLine(service.environment));
  await admin(..."company create tienda --cuit 30712345671 --tax-type 1 --name Tienda --monthly 2".split(" "));

  for (const env of environments) {
    const { key } = await admin(
      "key",
      "create",
      "--company",
      "tienda",
      "--env",
      env,
      "--scopes",
      "configure,read,issue",
    );
    const call = caller(service, "tienda", key.secret);
    expect((await call("GET", "/api-keys/test")).body).toEqual({
      ok: true,
      environment: env,
      certificates: false,
      pos: false,
    });
    expect((await call("POST", "/invoices", invoiceB())).status).toBe(400);

    await call("PATCH", "/fiscal-data", { address: "Defensa 100", activityStart: "2015-03-01" });
    const requested = await call("POST", "/certificates", { alias: "tienda" });
    const certificate = await service.authority.certificate(requested.body.result.csr);
    expect((await call("PUT", `/certificates/${requested.body.result.id}`, { certificate })).status).toBe(200);
    expect((await call("POST", "/points-of-sale", { number: 5, name: "Web" })).status).toBe(201);
    const made = await call("POST", "/api-keys", { name: "Tienda", scopes: ["issue"] });
    const shop = caller(service, "tienda", made.body.result.secret);
    expect((await shop("GET", "/api-keys/test")).body).toMatchObject({ certificates: true, pos: true });

    const issued = await shop("POST", "/invoices", invoiceB({ posNumber: 5 }));
    expect([issued.status, issued.body.result?.voucherNumber]).toEqual([201, 1]);
    expect((await call("GET", "/quota")).body.result).toMatchObject({ granted: 2, used: issued.body.quota.used });
    expect((await call("DELETE", `/api-keys/${made.body.result.id}`)).status).toBe(200);
    expect((await shop("POST", "/invoices", invoiceB({ posNumber: 5 }))).status).toBe(401);
  }
  const { key } = await admin("key", "create", "--company", "tienda", "--env", "homologation");
  const call = caller(service, "tienda", key.secret);
  expect((await call("POST", "/invoices", invoiceB({ posNumber: 5 }))).body.code).toBe("SUBSCRIPTION_QUOTA_EXCEEDED");
  await admin("quota", "extra", "--company", "tienda", "--add", "1");
  expect((await call("POST", "/invoices", invoiceB({ posNumber: 5 }))).status).toBe(201);
  await admin("plan", "set", "--company", "tienda", "--monthly", "3");
  expect((await call("POST", "/invoices", invoiceB({ posNumber: 5 }))).status).toBe(201);
  await admin("subscription", "set", "--company", "tienda", "--until", "2020-01-01");
  // For half a second the API may recall that the company may issue, and the statement that records a sale does not look again. Until then
  // the quota refuses it: that is used up, and looked at where a number is reserved.
  const answers: string[] = [];
  const refuse = async () => {
    const { status, body } = await call("POST", "/invoices", invoiceB({ posNumber: 5 }));
    answers.push(`${status} ${body.code}`);
    return answers.at(-1);
  };
  await expect.poll(refuse).toBe("402 SUBSCRIPTION_EXPIRED");
  expect(answers.filter((one) => one !== answers.at(-1) && one !== "429 SUBSCRIPTION_QUOTA_EXCEEDED")).toEqual([]);
});
