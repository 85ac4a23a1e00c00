import { expect, test } from "vitest";
import { readInstant, readProcessTime } from "../../../../issuer/authority/argentine-time.js";
import { authorityEndpoints } from "../../../../issuer/authority/endpoints.js";
import { findElement, readXml, type XmlElement } from "../../../../issuer/authority/read-xml.js";
import { readPersonA5 } from "../../../../issuer/authority/registry/person-a5.js";
import { readLookUp, registryA5 } from "../../../../issuer/authority/registry/registry-call.js";
import type { Credentials } from "../../../../issuer/authority/wsaa/credentials.js";
import { login } from "../../../../issuer/authority/wsaa/wsaa.js";
import { readCaeReply } from "../../../../issuer/authority/wsfe/cae-reply.js";
import { findCode, requestCode } from "../../../../issuer/authority/wsfe/caea-codes.js";
import { declareUnused } from "../../../../issuer/authority/wsfe/caea-unused.js";
import { readConsultReply } from "../../../../issuer/authority/wsfe/consult-reply.js";
import { toContent } from "../../../../issuer/authority/wsfe/content.js";
import { differingFields } from "../../../../issuer/authority/wsfe/equal-content.js";
import { readLastNumberReply } from "../../../../issuer/authority/wsfe/last-number-reply.js";
import { askDummy } from "../../../../issuer/authority/wsfe/wsfe-query.js";
import {
  readPointsOfSale,
  readQuotation,
  readTable,
  type TableName,
} from "../../../../issuer/authority/wsfe/wsfe-tables.js";
import type { Part } from "../../../../issuer/authority/xml.js";
import { type RecordedExchange, readRecordedExchanges, textsIn } from "../../../support/samples/recorded-exchanges.js";
import { explainRefusal, makeCertificate } from "./samples.js";

const recorded = readRecordedExchanges();
const of = (operation: string) => recorded.filter((one) => one.operation === operation);
const isMissing = recorded.length === 0;
const numberIn = (xml: string, name: string) => Number(textsIn(xml, name)[0]);
const codesIn = (xml: string, container: string) =>
  (new RegExp(`<${container}>(.*?)</${container}>`).exec(xml)?.[1]?.match(/<Code>\d+/g) ?? []).map((code) =>
    Number(code.slice("<Code>".length)),
  );
const sequenceIn = (xml: string) => ({ posNumber: numberIn(xml, "PtoVta"), voucherType: numberIn(xml, "CbteTipo") });

/** A transport that gives the recorded answer, with the other dependencies of a question. */
function replay({ status, response }: RecordedExchange) {
  const transport = { post: async () => ({ sent: true as const, status, text: response }) };
  const ticket = { token: "t", sign: "s", generatedAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) };
  const tickets = {
    get: async () => ({ outcome: "ticket" as const, ticket }),
    getUndoubted: async () => ({ outcome: "ticket" as const, ticket }),
    renew: async () => ({ outcome: "ticket" as const, ticket }),
    explainRefusal,
  };
  return { endpoints: authorityEndpoints, transport, tickets };
}

const credentials: Credentials = {
  certificateId: 1,
  production: false,
  cuit: "20267565393",
  certificatePem: "",
  privateKeyPem: "",
};

test.skipIf(isMissing)("each recorded answer to FECAESolicitar is read correctly, voucher by voucher", () => {
  const outcomes: Record<string, number> = {};
  for (const { name, request, response } of of("FECAESolicitar")) {
    const numbers = textsIn(request, "CbteDesde").map(Number);
    const read = readCaeReply(response, { cuit: credentials.cuit, ...sequenceIn(request), numbers });
    const [errors, observations] = [codesIn(response, "Errors"), codesIn(response, "Observaciones")];
    const results = textsIn(response, "Resultado").slice(1);
    const expected = numbers.map((_, at) => {
      if (errors.includes(600)) return "ticket";
      if (results[at] === "A") return "approved";
      // The authority does not judge the numbers behind the first refused one.
      if (at > 0) return "refused";
      return errors.includes(10016) ? "stale" : observations.includes(10016) ? "rejected" : "refused";
    });
    expect([name, ...read.map(({ outcome }) => outcome)]).toEqual([name, ...expected]);
    for (const [at, one] of read.entries()) {
      if (one.outcome === "approved") {
        expect(one).toMatchObject({
          cae: textsIn(response, "CAE")[at],
          caeExpirationDate: textsIn(response, "CAEFchVto")[at],
        });
        expect(one.observations.map(({ code }) => code)).toEqual(observations);
      }
      outcomes[one.outcome] = (outcomes[one.outcome] ?? 0) + 1;
    }
  }
  console.log(`FECAESolicitar: ${JSON.stringify(outcomes)}`);
  expect(outcomes).toMatchObject({
    approved: expect.any(Number),
    stale: expect.any(Number),
    rejected: expect.any(Number),
    refused: expect.any(Number),
  });
});

test.skipIf(isMissing)("each recorded answer to FECompConsultar is read as found, absent or a ticket error", () => {
  for (const { name, request, response } of of("FECompConsultar")) {
    const asked = { ...sequenceIn(request), number: numberIn(request, "CbteNro") };
    const read = readConsultReply(response, asked);
    const [code] = codesIn(response, "Errors");
    const expected = code === 602 ? "absent" : code === 600 ? "ticket" : "found";
    expect([name, read.outcome]).toEqual([name, expected]);
    if (read.outcome === "found") {
      expect(read.voucher.cae).toBe(textsIn(response, "CodAutorizacion")[0]);
      expect(read.voucher.processedAtMs).toBe(readProcessTime(textsIn(response, "FchProceso")[0] ?? ""));
    }
  }
});

const partsOf = (element: XmlElement): Part[] =>
  [...element.children].flatMap(([name, elements]) =>
    elements.map((one): Part => [name, one.children.size === 0 ? one.text : partsOf(one)]),
  );

test.skipIf(isMissing)("each recorded request equals, field by field, what its look-up gave back", () => {
  let compared = 0;
  for (const consult of of("FECompConsultar")) {
    const asked = { ...sequenceIn(consult.request), number: numberIn(consult.request, "CbteNro") };
    const read = readConsultReply(consult.response, asked);
    if (read.outcome !== "found") continue;
    const test = (name: string) => name.replace(/\.\d+$/, "");
    const sent = of("FECAESolicitar").find((one) => test(one.name) === test(consult.name));
    const body =
      sent && findElement(readXml(sent.request), "Envelope", "Body", "FECAESolicitar", "FeCAEReq", "FeDetReq");
    const detail = findElement(body, "FECAEDetRequest");
    if (!detail) throw new Error(`${consult.name} has no request`);
    expect([consult.name, differingFields(toContent(partsOf(detail)), read.voucher.content)]).toEqual([
      consult.name,
      [],
    ]);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(2);
});

test.skipIf(isMissing)("each recorded last number is read, or a ticket error where the ticket was rejected", () => {
  for (const { name, request, response } of of("FECompUltimoAutorizado")) {
    const read = readLastNumberReply(response, sequenceIn(request));
    const expected = codesIn(response, "Errors").includes(600)
      ? expect.objectContaining({ outcome: "ticket" })
      : {
          outcome: "known",
          number: numberIn(response, "CbteNro"),
          authorityTimeMs: readInstant(textsIn(response, "fecha")[0] ?? ""),
        };
    expect([name, read]).toEqual([name, expected]);
  }
});

const tables: Record<string, TableName> = {
  FEParamGetTiposDoc: "document-types",
  FEParamGetTiposCbte: "voucher-types",
  FEParamGetTiposConcepto: "concepts",
  FEParamGetTiposIva: "vat-rates",
  FEParamGetTiposMonedas: "currencies",
  FEParamGetTiposTributos: "tributes",
};

test.skipIf(isMissing)("the recorded tables, quotation, points of sale and state of the service are read", async () => {
  for (const [operation, name] of Object.entries(tables)) {
    for (const exchange of of(operation)) {
      const read = await readTable(replay(exchange), credentials, name, "20210722");
      const ids = textsIn(exchange.response, "Id");
      const until = textsIn(exchange.response, "FchHasta");
      const inForce = ids.filter((_, at) => !(until[at] && until[at] < "20210722"));
      expect([operation, read.outcome === "table" && read.rows.map(({ id }) => id)]).toEqual([operation, inForce]);
    }
  }
  for (const exchange of of("FEParamGetCotizacion")) {
    const read = await readQuotation(replay(exchange), credentials, "DOL", null);
    expect(read).toEqual({ outcome: "quotation", quotation: 101.202, date: "20210721" });
  }
  for (const exchange of of("FEParamGetPtosVenta")) {
    const read = await readPointsOfSale(replay(exchange), credentials);
    const refused = codesIn(exchange.response, "Errors").includes(600);
    const open = { kind: "CAE - Ri Iva", isBlocked: false, closedOn: null };
    const listed = [3, 4, 6].map((number) => ({ number, ...open }));
    expect(read).toMatchObject(refused ? { outcome: "unavailable" } : { outcome: "pointsOfSale", listed });
  }
  for (const exchange of of("FEDummy"))
    expect(await askDummy(replay(exchange), false)).toMatchObject({ outcome: "answer" });
});

test.skipIf(isMissing)(
  "the recorded answers about a code of a fortnight, and its declaration, are read by their codes",
  async () => {
    const outcomes: Record<number, string> = { 600: "unavailable", 602: "none" };
    const read = { FECAEASolicitar: requestCode, FECAEAConsultar: findCode };
    for (const [operation, ask] of Object.entries(read))
      for (const exchange of of(operation)) {
        const [period, order] = [numberIn(exchange.request, "Periodo"), numberIn(exchange.request, "Orden")];
        const asked = { period, fortnight: order as 1 | 2, validFrom: "", validTo: "" };
        const [code = 0] = codesIn(exchange.response, "Errors");
        const outcome = outcomes[code] ?? "refused";
        expect([exchange.name, await ask(replay(exchange), credentials, asked)]).toMatchObject([
          exchange.name,
          { outcome },
        ]);
      }
    for (const exchange of of("FECAEASinMovimientoInformar")) {
      const unused = {
        code: textsIn(exchange.request, "CAEA")[0] ?? "",
        posNumber: numberIn(exchange.request, "PtoVta"),
      };
      const [code = 0] = codesIn(exchange.response, "Errors");
      const outcome = outcomes[code] ?? "refused";
      expect(await declareUnused(replay(exchange), credentials, unused)).toMatchObject({ outcome });
    }
    expect([...Object.keys(read), "FECAEASinMovimientoInformar"].map((operation) => of(operation).length > 1)).toEqual([
      true,
      true,
      true,
    ]);
  },
);

test.skipIf(isMissing)(
  "each recorded login is read as a ticket with its times, or as alreadyAuthenticated",
  async () => {
    const certificate = await makeCertificate(credentials.cuit);
    for (const exchange of of("loginCms")) {
      const url = "http://127.0.0.1";
      const read = await login(replay(exchange).transport, url, { service: "wsfe", ...certificate, now: exchange.at });
      if (exchange.status === 500) expect(read).toEqual({ outcome: "alreadyAuthenticated" });
      else {
        if (read.outcome !== "ticket") throw new Error(`${exchange.name}: ${read.outcome}`);
        const { generatedAt, expiresAt } = read.ticket;
        expect(expiresAt.getTime() - generatedAt.getTime()).toBe(12 * 3_600_000);
      }
    }
  },
);

test.skipIf(isMissing)("the recorded registry answers are read", () => {
  const conditions = of("getPersona").map(({ request, status, response }) => {
    const taxId = textsIn(request, "idPersona")[0] ?? "";
    const read = readLookUp({ sent: true, status, text: response }, registryA5, "getPersona");
    if (read.outcome !== "found") throw new Error(read.outcome);
    return readPersonA5(read.person, taxId).taxCondition;
  });
  expect(conditions.sort()).toEqual([1, null]);
});

test.skipIf(isMissing)("every recorded exchange is tested here, or belongs to an operation that we never call", () => {
  const read = new Set(
    ["FECAESolicitar", "FECompConsultar", "FECompUltimoAutorizado", "loginCms", "getPersona"].concat(
      ["FEParamGetCotizacion", "FEParamGetPtosVenta", "FEDummy"],
      ["FECAEASolicitar", "FECAEAConsultar", "FECAEASinMovimientoInformar"],
      Object.keys(tables),
    ),
  );
  const neverAsked = recorded.filter(({ operation }) => !read.has(operation));
  expect(neverAsked.every(({ operation }) => /CAEA|CompTotXRequest|TiposOpcional/.test(operation))).toBe(true);
  for (const { response } of neverAsked) expect(readXml(response)).toBeDefined();
  console.log(`${recorded.length} recorded exchanges, ${neverAsked.length} of operations that we never call`);
});
