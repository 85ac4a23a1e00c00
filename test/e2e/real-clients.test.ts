import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createIdentity } from "../authority/client-identity.js";
import { controlAuthority } from "../authority/control-client.js";
import { type Authority, startAuthority } from "../authority/server.js";
import { fromGroup } from "../support/groups.js";
import { openAfipJs } from "../support/real-clients/afip-js.js";
import { openArcasdk } from "../support/real-clients/arcasdk.js";
import type { RealClient, Setting } from "../support/real-clients/client.js";
import { openFacturajs } from "../support/real-clients/facturajs.js";
import { installClients } from "../support/real-clients/install.js";
import { openSoapClient } from "../support/real-clients/soap.js";
import { today } from "../support/samples/invoice.js";

const cuit = "30712345671";
let isInstalled: boolean;
let authority: Authority;
let setting: Setting;

beforeAll(async () => {
  isInstalled = await installClients();
  authority = await startAuthority({ settings: { pointsOfSale: { [cuit]: [1, 2, 3, 4, 5, 6] } } });
  const { certificatePem, keyPem } = await createIdentity(authority.control, cuit);
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-clients-"));
  setting = { url: authority.url, cuit, certificatePem, keyPem, folder, today: today() };
});
afterAll(async () => {
  await authority?.close();
  if (setting) rmSync(setting.folder, { recursive: true, force: true });
});

const clients: [name: string, pos: number, open: (setting: Setting) => Promise<RealClient>][] = [
  ["soap", 1, openSoapClient],
  ["soap with SOAP 1.2", 2, (given) => openSoapClient(given, { soap12: true })],
  ["@arcasdk/core", 3, openArcasdk],
  ["facturajs", 4, openFacturajs],
  ["@afipsdk/afip.js", 5, openAfipJs],
];

// Which need no more than one of them in the gate.
describe.each(fromGroup("clients", clients, ([name]) => name === "soap"))("the published client %s", (_, pos, open) => {
  test("logs in, issues, consults and looks people up at the simulated authority", async ({ skip }) => {
    skip(!isInstalled, "the package registry cannot be reached, so there are no clients to run");
    const client = await open(setting);

    expect(await client.lastNumber(pos, 6)).toBe(0);
    const issued = await client.issue(pos, 6, 1);
    expect(String(issued.cae)).toMatch(/^\d{14}$/);
    expect(issued.caeExpiration.replaceAll("-", "")).toMatch(/^\d{8}$/);
    const [granted] = await controlAuthority(authority.control).ledger({ pos, type: 6 });
    expect(granted).toMatchObject({ cae: String(issued.cae), total: "121.00", docType: 99 });

    expect(await client.lastNumber(pos, 6)).toBe(1);
    const consulted = await client.consult(pos, 6, 1);
    expect([String(consulted.cae), Number(consulted.total)]).toEqual([String(issued.cae), 121]);

    if (client.pointsOfSale) expect((await client.pointsOfSale()).map(Number)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const lookUp of Object.values(client.lookUp ?? {})) {
      expect(await lookUp(30712345671)).toBe(30712345671);
      expect(await lookUp(20123456786)).toBeNull();
    }
  });
});
