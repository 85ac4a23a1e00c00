import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { examine } from "../../api/admin/doctor/examine.js";
import { contextOf } from "../../shared/db/company/private-keys.js";
import { createOpener } from "../../shared/sealing/opener.js";
import { keyIdOf, publicKeyOf } from "../../shared/sealing/sealing-key.js";
import { waitFor } from "../sandbox/wait-for.js";
import { commandLine, succeeding } from "../support/processes/command-line.js";
import { type ProcessName, type System, startSystem } from "../support/processes/system.js";
import { invoiceB } from "../support/samples/invoice.js";
import { endWithoutViolation } from "./ledgers.js";

let system: System;
beforeAll(async () => {
  system = await startSystem({ processes: ["api", "issuer"], spares: ["issuer-2"] });
});
afterAll(() => endWithoutViolation(system));

const issue = (over = {}) => system.request("/invoices", { method: "POST", body: invoiceB(over) });

/** Everything in a running process's environment that could be a secret key. */
function keysIn(name: ProcessName): string[] {
  const variables = readFileSync(`/proc/${system.pids()[name]}/environ`, "utf8").split("\0");
  const values = variables.map((variable) => variable.slice(variable.indexOf("=") + 1));
  return values.filter((value) => Buffer.from(value, "base64").length === 32);
}

/** Requests a certificate of the API, has it signed, and installs it. */
async function replaceCertificate(): Promise<number> {
  const requested = await system.request<{ id: number; csr: string }>("/certificates", {
    method: "POST",
    body: { alias: "new" },
  });
  const { id, csr } = requested.body.result;
  const certificate = await system.authority.certificate(csr);
  const installed = await system.request(`/certificates/${id}`, { method: "PUT", body: { certificate } });
  expect(installed.status).toBe(200);
  return id;
}

test.skipIf(process.platform !== "linux")(
  "what the API's process holds opens no private key that it sealed, and what the issuer's holds does",
  async () => {
    const id = await replaceCertificate();
    const [row] = await system.sql<{ companyId: number; sealedKey: Buffer }>(
      `SELECT company_id AS "companyId", sealed_key AS "sealedKey" FROM certificate WHERE id = $1`,
      [id],
    );
    if (!row) throw new Error("the certificate is gone");
    const openWith = async (key: string) =>
      (await createOpener(key)).open(row.sealedKey, contextOf(row.companyId, false));

    const [sealingKey, ...others] = keysIn("api");
    expect(others).toEqual([]);
    await expect(openWith(sealingKey ?? "")).rejects.toThrow("is sealed to the key");
    const [secretKey = ""] = keysIn("issuer");
    expect(await openWith(secretKey)).toContain("PRIVATE KEY");
    expect(await publicKeyOf(secretKey)).toBe(sealingKey);
  },
);

test("an issuer with another secret key is not ready, and leaves the sales to the one that has it", async () => {
  const other = { SECRET_KEY: Buffer.alloc(32, 77).toString("base64") };
  void system.start("issuer-2", other).catch(() => "never ready");
  const ready = () => fetch(`${system.originOf("issuer-2")}/health/ready`).catch(() => undefined);
  const isTold = async () => {
    const told = (await (await ready())?.json().catch(() => undefined)) as { secretKey?: boolean } | undefined;
    return told?.secretKey === false;
  };
  await waitFor(isTold, { message: "the issuer to say that its secret key is another" });
  expect((await ready())?.status).toBe(503);

  for (let sale = 0; sale < 5; sale++) expect((await issue()).status).toBe(201);
  await system.kill("issuer-2");
});

test("a new secret key is brought in while vouchers are issued, step by step as documented", async () => {
  const [SECRET_KEY, NEW_SECRET_KEY] = [9, 10].map((byte) => Buffer.alloc(32, byte).toString("base64")) as [
    string,
    string,
  ];
  const admin = succeeding(commandLine({ DATABASE_URL: system.databaseUrl, SECRET_KEY, NEW_SECRET_KEY }));
  const restart = async (name: ProcessName, env: Record<string, string>) => {
    await system.stop(name);
    await system.start(name, env);
  };
  const works = async () => {
    await replaceCertificate();
    // This logs in with the new certificate at once, while a sequence may go on with the one before for five seconds.
    const { result } = (await system.request<{ authentication: { ok: boolean } }>("/taxauth/status")).body;
    expect(result.authentication.ok).toBe(true);
    expect((await issue()).status).toBe(201);
  };

  await restart("issuer", { NEW_SECRET_KEY });
  await works();
  const { sealingKey } = (await admin("secrets", "rotate")).secrets;
  await works();
  await restart("api", { SEALING_KEY: sealingKey });
  await works();
  await restart("issuer", { SECRET_KEY: NEW_SECRET_KEY });
  await works();
  const { secrets } = await admin("secrets", "rotate");
  expect(secrets).toMatchObject({ certificates: 1, unopened: [] });

  // Of the issuer from before the keys are known for three minutes more.
  await system.sql("DELETE FROM sealing_key WHERE id <> $1", [keyIdOf(sealingKey)]);
  const keyChecks = async (settings: { SECRET_KEY: string; SEALING_KEY: string }) => {
    const told = await examine({ DATABASE_URL: system.databaseUrl, ...settings }, undefined, Date.now());
    return told.filter(({ name }) => name.endsWith(" key"));
  };
  const advice =
    "set SECRET_KEY to the issuers', here too, and then SEALING_KEY to what `npm run -s admin -- secrets public-key` prints";
  expect(await keyChecks({ SECRET_KEY, SEALING_KEY: await publicKeyOf(SECRET_KEY) })).toMatchObject([
    { name: "sealing key", ok: false, fix: expect.stringContaining(advice) },
    { name: "secret key", ok: false, fix: expect.stringContaining("after a new SECRET_KEY that is the new one") },
  ]);
  expect(await keyChecks({ SECRET_KEY, SEALING_KEY: sealingKey })).toMatchObject([
    { ok: false, fix: "Set SECRET_KEY to the issuers', here in the operator's settings." },
    { ok: false },
  ]);
  const printed = (await succeeding(commandLine({ SECRET_KEY: NEW_SECRET_KEY }))("secrets", "public-key")).secrets;
  expect(await keyChecks({ SECRET_KEY: NEW_SECRET_KEY, SEALING_KEY: printed.sealingKey })).toMatchObject([
    { name: "sealing key", ok: true },
    { name: "secret key", ok: true },
  ]);

  const opener = await createOpener(NEW_SECRET_KEY);
  const rows = await system.sql<{ companyId: number; production: boolean; sealedKey: Buffer }>(
    `SELECT company_id AS "companyId", production, sealed_key AS "sealedKey" FROM certificate`,
  );
  for (const { companyId, production, sealedKey } of rows)
    expect(await opener.open(sealedKey, contextOf(companyId, production))).toContain("PRIVATE KEY");
});
