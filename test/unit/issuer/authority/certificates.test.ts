import "reflect-metadata";
import { Pkcs10CertificateRequest } from "@peculiar/x509";
import { expect, test } from "vitest";
import { createCertificateRequest, findCertificate } from "../../../../shared/certificates/certificates.js";
import { openCertificateAuthority } from "../../../authority/certificate-authority.js";

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

test("reading a certificate gives its taxpayer, its dates and whether it answers a request", async () => {
  const subject = { cuit: "30712345671", alias: "talonario", organization: "Almacén" };
  const [ours, other] = await Promise.all([createCertificateRequest(subject), createCertificateRequest(subject)]);
  const { sign } = await openCertificateAuthority(undefined);
  const facts = await findCertificate(await sign(ours.csrPem), ours.csrPem);
  if ("other" in facts) throw new Error(facts.other);
  expect(facts).toMatchObject({ cuit: "30712345671", publicKeyFingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(facts.notBefore.getTime()).toBeLessThan(facts.notAfter.getTime());
  expect(await facts.answers(ours.csrPem)).toBe(true);
  expect(await facts.answers(other.csrPem)).toBe(false);
});
