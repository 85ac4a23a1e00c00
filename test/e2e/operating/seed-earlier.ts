import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { publicKeyOf } from "../../../shared/sealing/sealing-key.js";
import { openCertificateAuthority } from "../../authority/certificate-authority.js";
import { type Demo, demoSecretKey } from "../../support/servers/demo-database.js";
import type { EarlierVersion } from "./earlier-version.js";

/** Opens the company `demo` in homologation, with points of sale 1 to `places`, by the command line of the earlier version. */
export async function seedEarlier(earlier: EarlierVersion, databaseUrl: string, places: number): Promise<Demo> {
  const authorityFolder = mkdtempSync(path.join(tmpdir(), "talonario-earlier-authority-"));
  const { sign } = await openCertificateAuthority(authorityFolder);
  const env = { DATABASE_URL: databaseUrl, SEALING_KEY: await publicKeyOf(demoSecretKey) };
  const admin = async (...args: string[]) => JSON.parse(await earlier.run("api/admin/main", [...args, "--json"], env));
  const at = ["--company", "demo", "--env", "homologation"];

  const named = ["--cuit", "30712345671", "--name", "Almacén del Puerto S.A.", "--tax-type", "1"];
  await admin("company", "create", "demo", ...named, "--monthly", "100000");
  const { key } = await admin("key", "create", ...at);
  const { certificate } = await admin("certificate", "request", ...at, "--alias", "demo");
  const file = path.join(authorityFolder, "signed.pem");
  writeFileSync(file, await sign(certificate.csr));
  await admin("certificate", "install", `${certificate.id}`, "--company", "demo", "--file", file);
  for (let number = 1; number <= places; number++) await admin("pos", "add", `${number}`, ...at);

  const none = { test: "", production: "" };
  const keys = { keys: { ...none, test: key.secret }, mono: { keys: none }, app: { email: "", password: "" } };
  return { keys, authorityFolder };
}
