import fc from "fast-check";
import { XmlDocument, type XmlElement } from "libxml2-wasm";
import { expect, test } from "vitest";
import { readObligation } from "../../../../issuer/authority/fecred/obligation-reply.js";
import { mutatedAnswer } from "../../../support/samples/mutated-answer.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

const namespace = "http://ar.gob.afip.wsfecred/FECredService/";
const returned = "consultarMontoObligadoRecepcionReturn";
const envelope = (body: string) =>
  `<?xml version='1.0' encoding='UTF-8'?><S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Header><info xmlns="https://ar.gob.afip.wsfecred/FECredService/"><ambiente>Testing - FI1</ambiente><fecha>2026-10-02T15:08:21</fecha><id>WS-2.1.6</id></info></S:Header><S:Body>${body}</S:Body></S:Envelope>`;
const reply = (content: string) =>
  envelope(
    `<ns2:consultarMontoObligadoRecepcionResponse xmlns:ns2="${namespace}"><${returned}>${content}</${returned}></ns2:consultarMontoObligadoRecepcionResponse>`,
  );
const fault = (text: string) =>
  envelope(`<S:Fault><faultcode>S:Server</faultcode><faultstring>${text}</faultstring></S:Fault>`);
const read = (text: string, status = 200) => readObligation({ sent: true, status, text });
const error = (code: string) =>
  `<arrayErrores><codigoDescripcion><codigo>${code}</codigo><descripcion>d</descripcion></codigoDescripcion></arrayErrores>`;
const observation = (code: string) => error(code).replaceAll("arrayErrores", "arrayObservacion");
const formatError =
  "<arrayErroresFormato><codigoDescripcionString><codigo>cvc-type.3.1.3</codigo><descripcion> d</descripcion></codigoDescripcionString></arrayErroresFormato>";

const obliged = (minimumAmount: string | null) => ({ outcome: "fceObligation", required: true, minimumAmount });
const free = { outcome: "fceObligation", required: false, minimumAmount: null };

// Source: issuer/authority/README.md, section 12.5.
test.each([
  ["the schema's name", "<obligado>S</obligado><montoDesde>5549862.00</montoDesde>", obliged("5549862.00")],
  ["the manual's name", "<respuesta>S</respuesta><montoDesde>5549862</montoDesde>", obliged("5549862.00")],
  ["one decimal", "<obligado>S</obligado><montoDesde>3958316.5</montoDesde>", obliged("3958316.50")],
  ["no amount", "<obligado>S</obligado>", obliged(null)],
  ["N", "<obligado>N</obligado>", free],
  ["N with an amount", "<obligado>N</obligado><montoDesde>5549862.00</montoDesde>", free],
  ["nothing found", observation("32767"), free],
  ["an observation beside the answer", `<obligado>S</obligado>${observation("1")}`, obliged(null)],
])("an answer with %s is read", (_, content, expected) => {
  expect(read(reply(content))).toEqual(expected);
});

test.each([
  ["a business error", error("1002"), { outcome: "refused", cause: "1002: d" }],
  ["an error of form", formatError, { outcome: "refused", cause: "cvc-type.3.1.3: d" }],
  ["an error beside an answer", `<obligado>S</obligado>${error("1002")}`, { outcome: "refused" }],
  ["an internal error", error("10000"), { outcome: "unavailable", kind: "down" }],
  ["errors without any", "<arrayErrores/>", { outcome: "unavailable", kind: "down" }],
  ["another letter", "<obligado>s</obligado>", { outcome: "unavailable", kind: "down" }],
  ["two answers", "<obligado>S</obligado><respuesta>N</respuesta>", { outcome: "unavailable", kind: "down" }],
  ["the answer twice", "<obligado>N</obligado><obligado>N</obligado>", { outcome: "unavailable", kind: "down" }],
  ["nothing", "", { outcome: "unavailable", kind: "down" }],
  ["another observation alone", observation("1"), { outcome: "unavailable", kind: "down" }],
  [
    "no amount but a word",
    "<obligado>S</obligado><montoDesde>-1</montoDesde>",
    { outcome: "unavailable", kind: "down" },
  ],
])("%s is no answer", (_, content, expected) => {
  expect(read(reply(content))).toMatchObject(expected);
});

test.each([
  ["[wscommon_007] La firma no corresponde al token enviado.", { outcome: "ticketRejected" }],
  ["La CUIT solicitante no se encuentra entre sus representados", { outcome: "ticketRejected" }],
  ["[common_business_014] CUIT representada inexistente", { outcome: "unavailable", kind: "request", permanent: true }],
  ["java.lang.NullPointerException", { outcome: "unavailable", kind: "down", permanent: false }],
])("the fault %j is told apart", (text, expected) => {
  expect(read(fault(text), 500)).toMatchObject(expected);
});

test.each([
  ["the text that hides faults", { sent: true as const, status: 200, text: "BL9727904321499 2026-10-02 15:07:35 500" }],
  ["nothing", { sent: true as const, status: 200, text: "" }],
  ["HTML", { sent: true as const, status: 200, text: "<html><body><br></body></html>" }],
  ["an answer of HTTP 500", { sent: true as const, status: 500, text: reply("<obligado>S</obligado>") }],
  ["a timeout", { sent: true as const, failed: "no answer within 30000 ms" }],
  ["no connection", { sent: false as const, cause: "ECONNREFUSED" }],
])("%s reads as down", (_, exchange) => {
  expect(readObligation(exchange)).toMatchObject({ outcome: "unavailable", kind: "down", service: "wsfecred" });
});

/** What libxml2 finds of the answer: each wanted element's texts. Undefined when it cannot read the document. */
function readApart(text: string): Record<"answer" | "amount" | "errors", string[]> | undefined {
  let document: XmlDocument;
  try {
    // It refuses namespaces that are no URI, which do not matter here.
    document = XmlDocument.fromString(text.trim().replaceAll(/(xmlns(?::\w+)?=")[^"<&]*"/g, '$1urn:any"'));
  } catch {
    return undefined;
  }
  const find = (condition: string) =>
    document
      .find(
        `/*[local-name()='Envelope']/*[local-name()='Body']/*[local-name()='consultarMontoObligadoRecepcionResponse']/*[local-name()='${returned}']/*[${condition}]`,
      )
      .map((node) => (node as XmlElement).content.trim());
  try {
    return {
      answer: find("local-name()='obligado' or local-name()='respuesta'"),
      amount: find("local-name()='montoDesde'"),
      errors: find("starts-with(local-name(), 'arrayErrores')"),
    };
  } finally {
    document.dispose();
  }
}

test("a mutated answer claims an obligation only if it says so, and never crashes the reader", () => {
  const answers = [
    reply("<obligado>S</obligado><montoDesde>5549862.00</montoDesde>"),
    reply("<respuesta>S</respuesta><montoDesde>3958316</montoDesde>"),
    reply(`<obligado>S</obligado>${observation("1")}`),
    reply("<obligado>N</obligado><montoDesde>0.00</montoDesde>"),
    reply(observation("32767")),
    reply(error("1002")),
    reply(formatError),
    fault("[wscommon_007] La firma no corresponde al token enviado."),
  ];
  let claimed = 0;
  fc.assert(
    fc.property(mutatedAnswer(answers), (text) => {
      const told = read(text);
      if (told.outcome !== "fceObligation" || !told.required) return;
      claimed += 1;
      const { answer, amount, errors } = readApart(text) ?? {};
      expect([answer, errors]).toEqual([["S"], []]);
      expect(amount?.map((one) => Number(one).toFixed(2))).toEqual(
        told.minimumAmount === null ? [] : [told.minimumAmount],
      );
    }),
    propertyRuns(10_000),
  );
  expect(claimed).toBeGreaterThan(0);
}, 240_000);
