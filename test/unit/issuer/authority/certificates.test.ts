import { createPublicKey } from "node:crypto";
import { expect, test } from "vitest";
import { createCertificateRequest, findCertificate } from "../../../../shared/certificates/certificates.js";
import { readRequest } from "../../../../shared/certificates/x509.js";
import { openCertificateAuthority } from "../../../authority/certificate-authority.js";

test("a certificate request names the taxpayer and is signed by its key", async () => {
  const { csrPem, privateKeyPem } = await createCertificateRequest({
    cuit: "30712345671",
    alias: "talonario",
    organization: "#1, Señas & Cía S.A.",
  });
  const request = readRequest(csrPem);
  expect(await request.isSignedByItsKey()).toBe(true);
  const parts = request.subject.typesAndValues.map(({ type, value }) => [type, value.valueBlock.value]);
  expect(parts).toEqual([
    ["2.5.4.6", "AR"],
    ["2.5.4.10", "#1, Señas & Cía S.A."],
    ["2.5.4.3", "talonario"],
    ["2.5.4.5", "CUIT 30712345671"],
  ]);
  expect(request.subject.toSchema().valueBlock.value, "each part in a set of its own").toHaveLength(4);
  const ofKey = createPublicKey(privateKeyPem);
  expect(ofKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 });
  expect(request.publicKey).toEqual(ofKey.export({ type: "spki", format: "der" }));
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
