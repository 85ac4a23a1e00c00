import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inject } from "vitest";
import { publicKeyOf } from "../../../shared/sealing/sealing-key.js";
import { openCertificateAuthority } from "../../authority/certificate-authority.js";
import { type Keys, seedDemo } from "../../sandbox/seed-demo.js";
import { createDatabaseFrom, type TestDatabase } from "./database.js";

export const demoTemplate = "talonario_demo";
/** Opens the private keys of the demo companies. */
export const demoSecretKey = Buffer.alloc(32, 9).toString("base64");

/** The demo companies of the test run's template. */
export interface Demo {
  keys: Keys;
  /** The folder of the certificate authority that signed their certificates. */
  authorityFolder: string;
}

/** Makes the demo companies in the template, once in a run: their key pairs take longer than most of the tests. */
export async function seedTemplate(databaseUrl: string): Promise<Demo & { remove(): void }> {
  const authorityFolder = mkdtempSync(path.join(tmpdir(), "talonario-test-authority-"));
  const { sign } = await openCertificateAuthority(authorityFolder);
  const keys = await seedDemo({ databaseUrl, sealingKey: await publicKeyOf(demoSecretKey), signCertificate: sign });
  return { keys, authorityFolder, remove: () => rmSync(authorityFolder, { recursive: true, force: true }) };
}

/** As `createDatabase`, with the demo companies as `seedDemo` makes them. */
export async function createDemoDatabase(): Promise<TestDatabase & Demo> {
  return { ...(await createDatabaseFrom(demoTemplate)), ...inject("demo") };
}
