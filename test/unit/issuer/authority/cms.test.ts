import { execFileSync, spawnSync } from "node:child_process";
import { createVerify, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pkijs from "pkijs";
import { beforeAll, expect, test } from "vitest";
import { signTra } from "../../../../issuer/authority/wsaa/cms.js";
import { makeCertificate } from "./samples.js";

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
const tra = '<?xml version="1.0" encoding="UTF-8"?><loginTicketRequest>ñ</loginTicketRequest>';

let credentials: Awaited<ReturnType<typeof makeCertificate>>;
beforeAll(async () => {
  credentials = await makeCertificate();
});

test.runIf(hasOpenssl)("openssl verifies the signature and extracts the request", async () => {
  const directory = mkdtempSync(join(tmpdir(), "cms-"));
  try {
    writeFileSync(join(directory, "cms.der"), Buffer.from(await signTra(tra, credentials), "base64"));
    writeFileSync(join(directory, "ca.pem"), credentials.certificatePem);
    const args = [
      "cms",
      "-verify",
      "-binary",
      "-inform",
      "DER",
      "-in",
      "cms.der",
      "-CAfile",
      "ca.pem",
      "-purpose",
      "any",
    ];
    expect(execFileSync("openssl", args, { cwd: directory, stdio: "pipe" }).toString("utf8")).toBe(tra);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("the signed attributes verify with the enclosed certificate, and the request is embedded", async () => {
  const der = Buffer.from(await signTra(tra, credentials), "base64");
  const signed = new pkijs.SignedData({ schema: pkijs.ContentInfo.fromBER(der).content });
  expect(Buffer.from(signed.encapContentInfo.eContent?.valueBlock.valueHexView ?? []).toString("utf8")).toBe(tra);
  expect(signed.certificates).toHaveLength(1);

  const [signer] = signed.signerInfos;
  const attributes = signer?.signedAttrs;
  expect(attributes?.attributes.map(({ type }) => type)).toEqual([
    "1.2.840.113549.1.9.3",
    "1.2.840.113549.1.9.5",
    "1.2.840.113549.1.9.4",
  ]);
  const asSet = Buffer.from(attributes?.encodedValue ?? new ArrayBuffer(0));
  const signature = Buffer.from(signer?.signature.valueBlock.valueHexView ?? []);
  const { publicKey } = new X509Certificate(credentials.certificatePem);
  expect(createVerify("SHA256").update(asSet).verify(publicKey, signature)).toBe(true);
});

test("an unreadable key or certificate is an error", async () => {
  await expect(signTra(tra, { ...credentials, privateKeyPem: "garbage" })).rejects.toThrow();
  await expect(signTra(tra, { ...credentials, certificatePem: "garbage" })).rejects.toThrow();
});
