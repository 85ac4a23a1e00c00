import "reflect-metadata";
import { Pkcs10CertificateRequest } from "@peculiar/x509";
import { expect, test } from "vitest";
import { createCertificateRequest, readCertificate } from "../../../../shared/certificates.js";
import { makeCertificate } from "./samples.js";

test("a certificate request names the taxpayer and is signed by its key", async () => {
  const { csrPem, privateKeyPem } = await createCertificateRequest({
    cuit: "30712345671",
    alias: "talonario",
    organization: "#1, Señas & Cía S.A.",
  });
  const request = new Pkcs10CertificateRequest(csrPem);
  expect(await request.verify()).toBe(true);
  expect(request.subjectName.getField("2.5.4.5")).toEqual(["CUIT 30712345671"]);
  expect(request.subjectName.getField("CN")).toEqual(["talonario"]);
  expect(request.subjectName.getField("O")).toEqual(["#1, Señas & Cía S.A."]);
  expect(request.publicKey.algorithm).toMatchObject({ name: "RSASSA-PKCS1-v1_5", modulusLength: 2048 });
  expect(privateKeyPem).toMatch(/^-----BEGIN PRIVATE KEY-----/);
});

test("reading a certificate gives its taxpayer, its dates and whether a key belongs to it", async () => {
  const [{ certificatePem, privateKeyPem }, other] = await Promise.all([
    makeCertificate("30712345671"),
    makeCertificate(),
  ]);
  const facts = readCertificate(certificatePem);
  expect(facts).toMatchObject({ cuit: "30712345671", publicKeyFingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(facts?.notBefore.getTime()).toBeLessThan(facts?.notAfter.getTime() ?? 0);
  expect(facts?.matches(privateKeyPem)).toBe(true);
  expect(facts?.matches(other.privateKeyPem)).toBe(false);
  expect(facts?.matches("garbage")).toBe(false);
});

test.each(["", "garbage", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"])(
  "%j is not a certificate",
  (pem) => {
    expect(readCertificate(pem)).toBeUndefined();
  },
);
