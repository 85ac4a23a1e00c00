import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiError } from "../../../../api/http/errors.js";
import { acceptCertificate } from "../../../../api/operations/certificates.js";
import { createCertificateRequest, findCertificate } from "../../../../shared/certificates/certificates.js";
import { textOfFile } from "../../../../shared/certificates/sent-certificates.js";
import { openCertificateAuthority } from "../../../authority/certificate-authority.js";
import { publicCase } from "../../../support/public-case.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

const kind = "Certificates";
const rule = 'api/README.md, "Further paths"';
const begin = "-----BEGIN CERTIFICATE-----";
const end = "-----END CERTIFICATE-----";

let sample: { pem: string; csr: string; key: string; ca: string; other: string };
let base64: string;
beforeAll(async () => {
  const subject = { cuit: "30712345671", alias: "talonario", organization: "Almacén" };
  const [ours, another] = await Promise.all([createCertificateRequest(subject), createCertificateRequest(subject)]);
  const { sign, caPem } = await openCertificateAuthority(undefined);
  const [pem, other] = [await sign(ours.csrPem), await sign(another.csrPem)];
  sample = { pem, csr: ours.csrPem, key: ours.privateKeyPem, ca: caPem, other };
  base64 = pem.replaceAll(/-----[A-Z ]+-----|\s/g, "");
});

const found = async (sent: string) => {
  const facts = await findCertificate(sent, sample.csr);
  return "other" in facts ? facts.other : (await facts.answers(sample.csr)) ? "the certificate" : "another certificate";
};

const taken: [sent: string, form: () => string | Uint8Array][] = [
  ["PEM as it is", () => sample.pem],
  ["PEM on one line", () => `${begin}${base64}${end}`],
  ["PEM on one line, blanks for line breaks", () => sample.pem.replaceAll("\n", " ")],
  ["PEM with \\n written out", () => sample.pem.replaceAll("\n", "\\n")],
  ["PEM with \\r\\n written out, quoted", () => `"${sample.pem.replaceAll("\n", "\\r\\n")}"`],
  ["PEM indented, with Windows line breaks", () => sample.pem.replaceAll(/^/gm, "    ").replaceAll("\n", "\r\n")],
  ["PEM with each line quoted", () => sample.pem.replaceAll(/^(.+)$/gm, '"$1",')],
  ["X509 CERTIFICATE", () => sample.pem.replaceAll("CERTIFICATE", "X509 CERTIFICATE")],
  [
    "TRUSTED CERTIFICATE, lines of 20",
    () =>
      `-----BEGIN TRUSTED CERTIFICATE-----\n${base64.match(/.{1,20}/g)?.join("\n")}\n-----END TRUSTED CERTIFICATE-----`,
  ],
  ["PEM below what openssl tells of it", () => `subject=CN = talonario\nissuer=CN = Computadores\n${sample.pem}`],
  ["dashes that a word processor turned", () => sample.pem.replaceAll("-----", "———")],
  ["base64 alone", () => base64],
  ["base64 alone, in lines", () => base64.match(/.{1,64}/g)?.join("\r\n") ?? ""],
  ["DER, as a file", () => Buffer.from(base64, "base64")],
  ["a file in UTF-16, as PowerShell writes it", () => Buffer.from(`\ufeff${sample.pem}`, "utf16le")],
  ["a file with a name in Windows-1252 above it", () => Buffer.from(`friendlyName: Almacén\n${sample.pem}`, "latin1")],
  ["a chain, the authority's last", () => sample.pem + sample.ca],
  ["a chain, the authority's first", () => sample.ca + sample.pem],
  ["a chain with another certificate of the company first", () => sample.other + sample.pem],
  ["the certificate with a private key above it", () => sample.key + sample.pem],
];
for (const [sent, form] of taken)
  publicCase({ kind, sent, right: "taken", rule }, async () => {
    const given = form();
    expect(await found(typeof given === "string" ? given : textOfFile(given))).toBe("the certificate");
  });

const derOf = (pem: string) => Buffer.from(pem.replaceAll(/-----[A-Z ]+-----|\s/g, ""), "base64");
const named: [sent: string, right: string, form: () => string][] = [
  ["PEM without its end", "truncated", () => sample.pem.slice(0, 300)],
  ["PEM without its beginning", "truncated", () => sample.pem.slice(300)],
  ["PEM that lacks lines", "truncated", () => `${begin}\n${base64.slice(0, 640)}\n${end}`],
  ["base64 that is cut off", "truncated", () => base64.slice(0, 400)],
  ["the signing request", "request", () => sample.csr],
  ["the signing request as DER", "request", () => derOf(sample.csr).toString("base64")],
  ["NEW CERTIFICATE REQUEST", "request", () => sample.csr.replaceAll("CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST")],
  [
    "the signing request named CERTIFICATE",
    "request",
    () => sample.csr.replaceAll("CERTIFICATE REQUEST", "CERTIFICATE"),
  ],
  ["a private key", "private key", () => sample.key],
  ["a private key as DER", "private key", () => derOf(sample.key).toString("base64")],
  [
    "an encrypted key",
    "private key",
    () => "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIF\n-----END ENCRYPTED PRIVATE KEY-----",
  ],
  [
    "a key with headers",
    "private key",
    () => "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIE\n-----END RSA PRIVATE KEY-----",
  ],
  ["a web page", "web page", () => "<!DOCTYPE html><html><body>Su sesión expiró</body></html>"],
  ["words", "other", () => "no lo encuentro"],
  ["nothing", "other", () => ""],
  ["base64 of nothing known", "other", () => "QUJDRA=="],
  ["another certificate of the company", "another certificate", () => sample.other],
  ["the authority's own alone", "another certificate", () => sample.ca],
];
for (const [sent, right, form] of named)
  publicCase({ kind, sent, right: `named: ${right}`, rule }, async () => {
    expect(await found(form())).toBe(right);
  });

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "talonario-certificates-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.runIf(hasOpenssl)("what openssl makes of a certificate and its key is named for what it is", async () => {
  const at = (name: string) => path.join(folder, name);
  writeFileSync(at("c.pem"), sample.pem);
  writeFileSync(at("k.pem"), sample.key);
  const make = (...args: string[]) => execFileSync("openssl", args, { stdio: "pipe" });
  make("pkcs12", "-export", "-in", at("c.pem"), "-inkey", at("k.pem"), "-passout", "pass:x", "-out", at("a.p12"));
  make("crl2pkcs7", "-nocrl", "-certfile", at("c.pem"), "-out", at("a.p7b"));
  make("crl2pkcs7", "-nocrl", "-certfile", at("c.pem"), "-outform", "DER", "-out", at("b.p7b"));
  make("pkey", "-in", at("k.pem"), "-pubout", "-out", at("public.pem"));
  make("pkey", "-in", at("k.pem"), "-pubout", "-outform", "DER", "-out", at("public.der"));
  make("rsa", "-in", at("k.pem"), "-traditional", "-outform", "DER", "-out", at("pkcs1.der"));
  make("pkcs8", "-topk8", "-in", at("k.pem"), "-passout", "pass:x", "-outform", "DER", "-out", at("locked.der"));
  make("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-outform", "DER", "-out", at("ec.der"));
  const kinds: Record<string, string> = {
    "a.p12": "PKCS#12",
    "a.p7b": "PKCS#7",
    "b.p7b": "PKCS#7",
    "public.pem": "public key",
    "public.der": "public key",
    "pkcs1.der": "private key",
    "locked.der": "private key",
    "ec.der": "private key",
  };
  for (const [name, right] of Object.entries(kinds))
    expect([name, await found(textOfFile(readFileSync(at(name))))]).toEqual([name, right]);
});

test("a certificate is found however its text is wrapped, and wherever it is cut it is never taken", () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 4, max: 200 }),
      fc.constantFrom("\n", "\r\n", " ", "\\n", "\t\n  ", '",\n"'),
      fc.integer({ min: 8, max: 5_000 }),
      async (width, between, cut) => {
        const lines = base64.match(new RegExp(`.{1,${width}}`, "g")) ?? [];
        const wrapped = [begin, ...lines, end].join(between);
        expect(await found(wrapped)).toBe("the certificate");
        const short = base64.slice(0, Math.min(cut, base64.length - 8));
        expect(await found([begin, short, end].join(between))).toBe("truncated");
      },
    ),
    propertyRuns(60),
  ));

test("whatever text is sent is judged, and in a time that grows with its length alone", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom("-", "-----BEGIN CERTIFICATE-----", "END ", "MII", "\n", "a") }),
      async (sent) => {
        expect(typeof (await found(sent))).toBe("string");
      },
    ),
    propertyRuns(300),
  );
  for (const part of ["-", "-----BEGIN CERTIFICATE-----", "BEGIN ", "-\n", "A:"])
    expect(await found(part.repeat(65_536 / part.length))).not.toBe("the certificate");
});

const selfSigned = (subject: string) =>
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "/dev/null", "-subj", subject], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });

const faultOf = (sent: string) =>
  acceptCertificate(sent, { cuit: "30712345671", csrPem: sample.csr, nowMs: Date.now() }).then(
    () => "taken",
    ({ faults }: ApiError) => faults?.[0]?.message.en ?? "no fault",
  );

// OpenSSL lets what it signs for itself sign others, too.
test.each([
  ["with the company's tax id", "/C=AR/O=Almacen/CN=talonario/serialNumber=CUIT 30712345671"],
  ["with another's", "/O=Otra/CN=talonario/serialNumber=CUIT 20111111112"],
  ["with no more than a name", "/CN=localhost"],
])(
  "a certificate that somebody signed for themselves, %s, is of another key, and not the authority's",
  async (_, subject) => {
    expect(await faultOf(selfSigned(subject))).toMatch(/^was not made for this request's key/);
    expect(await faultOf(selfSigned(subject) + sample.ca)).toMatch(/^was not made for this request's key/);
  },
);

test("the authority's own certificate is called so", async () => {
  expect(await faultOf(sample.ca)).toMatch(/^is the authority's own certificate/);
});
