import { createPrivateKey, webcrypto } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Tickets } from "../../../../issuer/authority/wsaa/tickets.js";
import { createCertificate, toName } from "../../../../shared/certificates/x509.js";
import { computeAmounts } from "../../../../shared/domain/amounts.js";
import { toDeclaration } from "../../../../shared/domain/declaration.js";
import type { IssuanceRequest } from "../../../../shared/domain/issuance-request.js";
import { noPrintedTexts } from "../../../../shared/domain/printed-texts.js";

export const invoiceB = (changes: Partial<IssuanceRequest> = {}): IssuanceRequest => ({
  idempotency: "sale-1",
  posNumber: 2,
  voucherType: 6,
  concept: 1,
  voucherDate: "20260818",
  customer: { docType: 99, docNumber: "0", name: "Consumidor Final", taxType: 5, address: null, stateId: null },
  items: [item(100, 5)],
  serviceFrom: null,
  serviceTo: null,
  serviceExpiration: null,
  associatedVouchers: [],
  associatedPeriod: null,
  fce: null,
  currency: { id: "PES", quotation: 1 },
  priceIncludesVat: true,
  tributes: [],
  emails: [],
  settings: { quantityPrecision: 2, pricePrecision: 2 },
  legend: null,
  comments: null,
  externalReference: null,
  additionalData: null,
  cancelsInSameForeignCurrency: null,
  receiverTaxConditionId: null,
  activityCode: null,
  ...noPrintedTexts,
  contingency: null,
  ...changes,
});

export const item = (price: number, taxType: number | null): IssuanceRequest["items"][number] => ({
  description: "article",
  quantity: 1,
  price,
  taxType,
  code: null,
  unitType: 7,
  discount: 0,
  discountType: "percentage",
});

export const numbered = (changes: Partial<IssuanceRequest> = {}, number = 701) => {
  const body = invoiceB(changes);
  const amounts = computeAmounts(body);
  return { number, body, amounts, declared: toDeclaration(body, amounts) };
};

/** What `Tickets` make of a refusal, for stand-ins. */
export const explainRefusal: Tickets["explainRefusal"] = (_credentials, service, _refused, cause) => ({
  outcome: "unavailable",
  cause,
  permanent: true,
  kind: "notDelegated",
  service,
});

export const reasons = (item: string, ...codes: number[]): string =>
  codes.map((code) => `<${item}><Code>${code}</Code><Msg>m${code}</Msg></${item}>`).join("");

export const soapReply = (operation: string, result: string, fecha = "2026-08-18T13:07:42.3760405-03:00"): string =>
  '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">' +
  '<soap:Header><FEHeaderInfo xmlns="http://ar.gov.afip.dif.FEV1/"><ambiente>HomologacionExterno - sr2</ambiente>' +
  `<fecha>${fecha}</fecha><id>7.0.0.42</id></FEHeaderInfo></soap:Header><soap:Body>` +
  `<${operation}Response xmlns="http://ar.gov.afip.dif.FEV1/"><${operation}Result>${result}</${operation}Result>` +
  `</${operation}Response></soap:Body></soap:Envelope>`;

/** Makes a self-signed certificate of a taxpayer, with its key. */
export async function makeCertificate(cuit = "20123456786") {
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", publicExponent: new Uint8Array([1, 0, 1]) };
  const keys = await webcrypto.subtle.generateKey({ ...algorithm, modulusLength: 2048 }, true, ["sign", "verify"]);
  const name = toName([
    ["serialNumber", `CUIT ${cuit}`],
    ["CN", "talonario"],
  ]);
  const content = {
    serialNumber: "01",
    subject: name,
    issuer: name,
    notBefore: new Date(),
    notAfter: new Date(Date.now() + 365 * 86_400_000),
    publicKey: await webcrypto.subtle.exportKey("spki", keys.publicKey),
  };
  const key = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey));
  const privateKeyPem = createPrivateKey({ key, format: "der", type: "pkcs8" }).export({
    type: "pkcs8",
    format: "pem",
  });
  return { certificatePem: await createCertificate(content, keys.privateKey), privateKeyPem: privateKeyPem.toString() };
}

/** Starts a server on a free local port. Use it with `await using`. */
export async function serve(listener: RequestListener) {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/service`,
    server,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function bodyOf(request: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
