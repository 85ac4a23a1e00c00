import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../sandbox/wait-for.js";
import { commandLine, commandLineInside } from "../support/processes/command-line.js";
import { type System, startSystem } from "../support/processes/system.js";
import { type ScriptedSmtp, startScriptedSmtp } from "../support/servers/scripted-smtp.js";
import { createTlsIdentity } from "../support/servers/tls-identity.js";

// A change of the fiscal data causes one mail, which needs no PDF.
let system: System;
let folder: string;
let authority: string;
let secure: ScriptedSmtp;
let plain: ScriptedSmtp;
beforeAll(async () => {
  const identity = await createTlsIdentity();
  folder = mkdtempSync(path.join(tmpdir(), "talonario-tls-"));
  authority = path.join(folder, "authority.pem");
  writeFileSync(authority, identity.cert);
  secure = await startScriptedSmtp(undefined, identity);
  plain = await startScriptedSmtp();
  system = await startSystem({ processes: ["api", "mailer"], processEnv: { mailer: { MAILER_RETRY_MS: "100" } } });
  await system.stop("mailer");
});
afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await Promise.all([secure.close(), plain.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const required = { SMTP_TLS: "required" };
const postponed = () => readFileSync(system.logFile("mailer"), "utf8").split('"outcome":"postponed"').length - 1;

/** Starts the mailer, waits until it has tried in vain, and stops it. */
async function failsWith(env: Record<string, string>): Promise<void> {
  const before = postponed();
  await system.start("mailer", env);
  await waitFor(() => postponed() > before, { message: "a try in vain" });
  await system.stop("mailer");
}

test("where TLS is required nothing is sent to a server without it, or with a certificate that cannot be verified", async () => {
  await system.request("/fiscal-data", { method: "PATCH", body: { address: "Defensa 100" } });
  await failsWith({ ...required, SMTP_URL: plain.url });
  await failsWith({ ...required, SMTP_URL: secure.url });
  expect([plain.received, secure.received]).toEqual([[], []]);

  await system.start("mailer", { ...required, SMTP_URL: secure.url, NODE_EXTRA_CA_CERTS: authority });
  await waitFor(() => secure.received.length > 0, { message: "the mail" });
  expect(secure.received).toMatchObject([{ told: "taken", secured: true, to: "administracion@demo.example" }]);
  expect(plain.received).toEqual([]);
});

test("doctor says whether the server gives the TLS that is required", async () => {
  const check = async (env: Record<string, string>, within = commandLineInside) => {
    const { json } = await within({ DATABASE_URL: system.databaseUrl, ...env })("doctor", "--json");
    return (json.checks as { name: string; ok: boolean; detail: string; fix?: string }[]).find(
      ({ name }) => name === "smtp",
    );
  };
  expect(await check({ SMTP_URL: plain.url })).toMatchObject({ ok: true });
  expect(await check({ ...required, SMTP_URL: plain.url })).toMatchObject({
    ok: false,
    detail: expect.stringContaining("does not offer STARTTLS"),
    fix: expect.stringContaining("SMTP_TLS=off"),
  });
  expect(await check({ ...required, SMTP_URL: secure.url })).toMatchObject({
    ok: false,
    detail: expect.stringContaining("self-signed certificate"),
    fix: expect.stringContaining("NODE_EXTRA_CA_CERTS"),
  });
  // Node reads the authority when a process starts.
  expect(await check({ ...required, SMTP_URL: secure.url, NODE_EXTRA_CA_CERTS: authority }, commandLine)).toMatchObject(
    {
      ok: true,
      detail: expect.stringContaining("with TLS"),
    },
  );
});
