import { expect, test } from "vitest";
import { serviceConfig } from "../../../../api/admin/config.js";
import { issuerConfig } from "../../../../issuer/config.js";
import { readConfig } from "../../../../shared/config/config.js";

const needed = {
  DATABASE_URL: "postgresql://localhost/x",
  REDIS_URL: "redis://localhost",
  SECRET_KEY: Buffer.alloc(32).toString("base64"),
  SMTP_URL: "smtp://localhost",
  MAIL_FROM: "a@example.com",
};
const faultsOf = (given: Record<string, string>) =>
  [issuerConfig, serviceConfig].map((schema) => {
    const read = readConfig(schema, { ...needed, ...given });
    return "faults" in read ? read.faults : [];
  });
const fault = (name: string) => `${name}: must be https; TAXAUTH_HTTP_HOSTS can name its host to allow http`;

test.each([
  [{}],
  [{ TAXAUTH_PRODUCTION_WSFE_URL: "https://servicios1.afip.gov.ar/wsfev1/service.asmx" }],
  [{ TAXAUTH_PRODUCTION_WSFE_URL: "http://127.0.0.1:4020/wsfev1/service.asmx" }],
  [{ TAXAUTH_PRODUCTION_WSFE_URL: "http://LOCALHOST:4020/" }],
  [{ TAXAUTH_PRODUCTION_WSFE_URL: "http://[::1]:4020/" }],
  [{ TAXAUTH_PRODUCTION_WSFE_URL: "http://simulator:4020/", TAXAUTH_HTTP_HOSTS: "other, Simulator" }],
  [{ TAXAUTH_HOMOLOGATION_WSFE_URL: "http://simulator:4020/" }],
])("%j is allowed", (given) => {
  expect(faultsOf(given as Record<string, string>)).toEqual([[], []]);
});

test.each([
  [{ TAXAUTH_PRODUCTION_WSAA_URL: "http://wsaa.afip.gov.ar/ws/services/LoginCms" }],
  [{ TAXAUTH_PRODUCTION_WSFE_URL: "http://simulator:4020/", TAXAUTH_HTTP_HOSTS: "simulator.example" }],
  [{ TAXAUTH_PRODUCTION_PADRON_A5_URL: "http://127.0.0.1.example.com/" }],
  [{ TAXAUTH_PRODUCTION_PADRON_A13_URL: "http://localhost@elsewhere.example/" }],
  [{ TAXAUTH_PRODUCTION_FECRED_URL: "http://serviciosjava.afip.gob.ar/wsfecred/FECredService" }],
])("%j is refused at the start", (given) => {
  const [name = ""] = Object.keys(given);
  expect(faultsOf(given as Record<string, string>)).toEqual([[fault(name)], [fault(name)]]);
});

test("it is told together with every other fault", () => {
  const given = { TAXAUTH_PRODUCTION_WSFE_URL: "http://elsewhere/", REDIS_URL: "nowhere", DATABASE_URL: "" };
  for (const faults of faultsOf(given))
    expect(faults.map((text) => text.split(":")[0]).sort()).toEqual([
      "DATABASE_URL",
      "REDIS_URL",
      "TAXAUTH_PRODUCTION_WSFE_URL",
    ]);
});

test("TAXAUTH_HTTP_HOSTS takes names, not addresses with ports or paths", () => {
  for (const faults of faultsOf({ TAXAUTH_HTTP_HOSTS: "http://simulator:4020" }))
    expect(faults).toEqual([expect.stringContaining("without port")]);
});
