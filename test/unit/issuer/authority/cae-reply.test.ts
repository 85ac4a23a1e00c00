import fc from "fast-check";
import { expect, test } from "vitest";
import { readCaeReply } from "../../../../issuer/authority/wsfe/cae-reply.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";
import { reasons, soapReply } from "./samples.js";

const cae = "86330767799632";
const asked = { cuit: "20287740027", posNumber: 2, voucherType: 1, numbers: [701] };

const header = (verdict: string, { pos = 2, type = 1, cuit = "20287740027" } = {}) =>
  `<FeCabResp><Cuit>${cuit}</Cuit><PtoVta>${pos}</PtoVta><CbteTipo>${type}</CbteTipo>` +
  `<FchProceso>20260818130742</FchProceso><CantReg>1</CantReg><Resultado>${verdict}</Resultado>` +
  "<Reproceso>N</Reproceso></FeCabResp>";

const observed = (...codes: number[]) =>
  codes.length === 0 ? "" : `<Observaciones>${reasons("Obs", ...codes)}</Observaciones>`;
const failed = (...codes: number[]) => `<Errors>${reasons("Err", ...codes)}</Errors>`;

const detail = (
  verdict: string,
  {
    number = 701,
    until,
    codes = [],
    tail = "",
  }: { number?: number; until?: number; codes?: number[]; tail?: string } = {},
) =>
  "<FECAEDetResponse><Concepto>2</Concepto><DocTipo>80</DocTipo><DocNro>30710151543</DocNro>" +
  `<CbteDesde>${number}</CbteDesde><CbteHasta>${until ?? number}</CbteHasta><CbteFch>20260818</CbteFch>` +
  `<Resultado>${verdict}</Resultado>${observed(...codes)}${tail}</FECAEDetResponse>`;
const granted = `<CAE>${cae}</CAE><CAEFchVto>20260828</CAEFchVto>`;
const nothing = "<CAE /><CAEFchVto />";
const details = (...all: string[]) => `<FeDetResp>${all.join("")}</FeDetResp>`;

const reply = (...parts: string[]) => soapReply("FECAESolicitar", parts.join(""));
const approved = reply(header("A"), details(detail("A", { tail: granted, codes: [10217] })));
const refusedBy = (observations: number[], errors: number[] = []) =>
  reply(
    header("R"),
    details(detail("R", { tail: nothing, codes: observations })),
    errors.length === 0 ? "" : failed(...errors),
  );

const read = (text: string) => readCaeReply(text, asked)[0];

/** The times in the envelope's header and, without milliseconds, in the answer itself. */
const answeredAtMs = Date.parse("2026-08-18T13:07:42.376-03:00");
const processedAtMs = Date.parse("2026-08-18T13:07:42-03:00");

test("an approval is read with its observations", () => {
  const observations = [{ code: 10217, msg: "m10217" }];
  const authorityTimeMs = answeredAtMs;
  expect(read(approved)).toEqual({
    outcome: "approved",
    cae,
    caeExpirationDate: "20260828",
    observations,
    authorityTimeMs,
  });
});

// Source: issuer/authority/README.md, section 12.4.
test.each([
  10040, 10042, 10151, 10153, 10156, 10157, 10158, 10159, 10162, 10163, 10165, 10166, 10167, 10168, 10169, 10170, 10171,
  10172, 10173, 10175, 10178, 10189, 10190, 10194, 10196, 10214, 10215, 10216,
])("%i judges what a credit invoice declares, so its number is free at once", (code) => {
  expect(read(refusedBy([code]))?.outcome).toBe("rejected");
});

test.each([10154, 10160, 10161, 10164, 10174, 10176, 10177, 10180, 10181, 10183, 10184, 10192, 10251])(
  "%i depends on the day, the buyer or a register",
  (code) => {
    expect(read(refusedBy([code, 10163]))?.outcome).toBe("refused");
  },
);

const fecha = "<fecha>2026-08-18T13:07:42.3760405-03:00</fecha>";
const process = "<FchProceso>20260818130742</FchProceso>";

test.each([
  { name: "the envelope's header", text: approved, authorityTimeMs: answeredAtMs },
  { name: "without it, the time of processing", text: approved.replace(fecha, ""), authorityTimeMs: processedAtMs },
  {
    name: "with an invalid one, the time of processing",
    text: approved.replace(fecha, "<fecha />"),
    authorityTimeMs: processedAtMs,
  },
  { name: "the header's alone", text: approved.replace(process, ""), authorityTimeMs: answeredAtMs },
  {
    name: "none, when both are missing",
    text: approved.replace(fecha, "").replace(process, ""),
    authorityTimeMs: null,
  },
  {
    name: "none, when both are invalid",
    text: approved.replace(fecha, "<fecha>soon</fecha>").replace(process, "<FchProceso>20260818</FchProceso>"),
    authorityTimeMs: null,
  },
])("the authority's clock at an approval: $name", ({ text, authorityTimeMs }) => {
  expect(read(text)).toMatchObject({ outcome: "approved", authorityTimeMs });
});

test.each([
  { name: "the document of a letter A", text: refusedBy([10013]), outcome: "rejected" },
  { name: "a document that the registry does not know", text: refusedBy([10013, 10015]), outcome: "refused" },
  { name: "VAT that does not add up", text: refusedBy([10051]), outcome: "rejected" },
  { name: "receiver's condition", text: refusedBy([10246]), outcome: "rejected" },
  { name: "content and an observation", text: refusedBy([10217, 10048]), outcome: "rejected" },
  { name: "content and the date window", text: refusedBy([10048, 10016]), outcome: "rejected" },
  { name: "the date window", text: refusedBy([10016]), outcome: "rejected" },
  {
    name: "the date window, for a date that it will reach",
    text: refusedBy([10016]).replaceAll("<CbteFch>20260818<", "<CbteFch>20260830<"),
    outcome: "refused",
  },
  { name: "the date window and an observation", text: refusedBy([10016, 10217]), outcome: "rejected" },
  { name: "the date window and an unknown code", text: refusedBy([10016, 19999]), outcome: "refused" },
  { name: "the date window and the point of sale", text: refusedBy([10016], [10005]), outcome: "refused" },
  { name: "the date window and the number", text: refusedBy([10016], [10016]), outcome: "stale" },
  { name: "the quotation of the day", text: refusedBy([10119]), outcome: "refused" },
  { name: "an observation alone", text: refusedBy([10217]), outcome: "refused" },
  { name: "an unknown code", text: refusedBy([19999]), outcome: "refused" },
  { name: "the point of sale", text: refusedBy([], [10005]), outcome: "refused" },
  { name: "the point of sale without details", text: reply(header("R"), failed(10005)), outcome: "refused" },
  {
    name: "the point of sale with empty details",
    text: reply(header("R"), "<FeDetResp />", failed(10005)),
    outcome: "refused",
  },
  { name: "issuer, errors alone", text: reply(failed(10000)), outcome: "refused" },
  { name: "the number or the last date", text: refusedBy([], [10016]), outcome: "stale" },
  { name: "the number and the content", text: refusedBy([10015], [10016]), outcome: "stale" },
  { name: "number, errors alone", text: reply(failed(10016)), outcome: "stale" },
  { name: "ticket", text: reply(failed(600)), outcome: "ticket" },
  { name: "ticket, with details", text: refusedBy([], [601]), outcome: "ticket" },
  { name: "no Auth", text: reply(failed(500)), outcome: "unknown" },
  { name: "a database failure at the authority", text: reply(failed(501)), outcome: "unknown" },
  { name: "a transaction in progress", text: refusedBy([], [502]), outcome: "unknown" },
  { name: "an internal failure and a ticket error", text: reply(failed(600, 501)), outcome: "unknown" },
  { name: "errors of another operation", text: reply(failed(602)), outcome: "unknown" },
])("$name: $outcome", ({ text, outcome }) => {
  expect(read(text)).toMatchObject({ outcome });
});

test("a refusal lists its reasons, observations first", () => {
  expect(read(refusedBy([10013, 10048], [10069]))).toEqual({
    outcome: "rejected",
    reasons: [10013, 10048, 10069].map((code) => ({ code, msg: `m${code}` })),
  });
});

test.each([
  ["nothing", ""],
  ["HTML", "<!DOCTYPE html><html><body><h1>503</h1></body></html>"],
  ["XHTML", "<html><body><h1>503</h1></body></html>"],
  ["JSON", '{"Resultado":"A"}'],
  ["a SOAP fault", "<Envelope><Body><Fault><faultcode>Server</faultcode></Fault></Body></Envelope>"],
  ["a huge text", `<a>${"<b>x</b>".repeat(600_000)}</a>`],
  ["a DOCTYPE before the answer", approved.replace("?>", '?><!DOCTYPE a [<!ENTITY x "y">]>')],
  ["two answers in one", approved + approved],
  ["another operation", soapReply("FECompConsultar", header("A") + details(detail("A", { tail: granted })))],
  ["another number", reply(header("A"), details(detail("A", { number: 702, tail: granted })))],
  ["a range of numbers", reply(header("A"), details(detail("A", { until: 702, tail: granted })))],
  ["another point of sale", reply(header("A", { pos: 3 }), details(detail("A", { tail: granted })))],
  ["another type", reply(header("A", { type: 6 }), details(detail("A", { tail: granted })))],
  ["another taxpayer", reply(header("A", { cuit: "20111111112" }), details(detail("A", { tail: granted })))],
  ["no header", reply(details(detail("A", { tail: granted })))],
  ["no detail", reply(header("A"))],
  ["two details", reply(header("A"), details(detail("A", { tail: granted }), detail("A", { tail: granted })))],
  ["header A, detail R", reply(header("A"), details(detail("R", { tail: nothing, codes: [10015] })))],
  ["header R, detail A", reply(header("R"), details(detail("A", { tail: granted })))],
  ["a header P for a single voucher", reply(header("P"), details(detail("A", { tail: granted })))],
  ["an approval with errors", reply(header("A"), details(detail("A", { tail: granted })), failed(10005))],
  ["an approval without code", reply(header("A"), details(detail("A", { tail: nothing })))],
  ["a code of 13 digits", approved.replace(cae, cae.slice(1))],
  ["a code with letters", approved.replace(cae, `${cae.slice(1)}X`)],
  ["an invalid due date", approved.replace("20260828", "20260231")],
  ["a refusal with a code", reply(header("R"), details(detail("R", { tail: granted, codes: [10015] })))],
  ["a refusal of another number", reply(header("R"), details(detail("R", { number: 702, codes: [10015] })))],
  ["a refusal without reasons", reply(header("R"), details(detail("R", { tail: nothing })))],
  ["reasons that cannot be read", refusedBy([10015]).replace("10015", "abc")],
  ["errors that cannot be read", refusedBy([10015], [10016]).replace("<Code>10016</Code>", "")],
  ["an unknown verdict", approved.replaceAll("<Resultado>A", "<Resultado>O")],
])("%s decides nothing", (_name, text) => {
  expect(read(text)).toMatchObject({ outcome: "unknown" });
});

test("each number of a batch has its own outcome, and the numbers after the first refusal were not processed", () => {
  const text = reply(
    header("P"),
    details(
      detail("A", { number: 701, tail: granted }),
      detail("R", { number: 702, tail: nothing, codes: [10048] }),
      detail("R", { number: 703, tail: nothing }),
    ),
  );
  const outcomes = readCaeReply(text, { ...asked, numbers: [701, 702, 703] });
  expect(outcomes).toMatchObject([
    { outcome: "approved" },
    { outcome: "rejected" },
    { outcome: "refused", reasons: [] },
  ]);
  expect(readCaeReply(text, { ...asked, numbers: [701, 703, 702] })).toMatchObject(
    Array(3).fill({ outcome: "unknown" }),
  );
});

test.each([
  ["a number granted after one refused", "P", detail("A", { number: 702, tail: granted })],
  ["a code on a number refused after another", "R", detail("R", { number: 702, tail: granted })],
])("%s contradicts the order of the numbers and decides nothing", (_name, verdict, second) => {
  const first = detail("R", { number: 701, tail: nothing, codes: [10048] });
  const outcomes = readCaeReply(reply(header(verdict), details(first, second)), { ...asked, numbers: [701, 702] });
  expect(outcomes).toMatchObject([{ outcome: "unknown" }, { outcome: "unknown" }]);
});

test("a batch refused for its number is stale at its first number", () => {
  const all = [701, 702].map((number) => detail("R", { number, tail: nothing }));
  const outcomes = readCaeReply(reply(header("R"), details(...all), failed(10016)), { ...asked, numbers: [701, 702] });
  expect(outcomes).toMatchObject([{ outcome: "stale" }, { outcome: "refused", reasons: [] }]);
});

test("a truncated answer decides nothing", () => {
  for (let length = 0; length < approved.length; length += 1) {
    expect(read(approved.slice(0, length))).toMatchObject({ outcome: "unknown" });
  }
});

test("a mangled answer is approved or rejected only if it still says so, and never throws", () => {
  const original = fc.constantFrom(approved, refusedBy([10013, 10048]), refusedBy([], [10016]), reply(failed(600)));
  const scraps = fc.constantFrom(
    "",
    "<",
    ">",
    "/",
    "A",
    "R",
    "0",
    "7",
    "<CAE>",
    "</Errors>",
    "<Resultado>A</Resultado>",
  );
  const edit = fc.record({
    at: fc.nat(1_500),
    cut: fc.nat(60),
    paste: scraps,
    copyFrom: fc.nat(1_500),
    copy: fc.nat(80),
  });
  fc.assert(
    fc.property(original, fc.array(edit, { minLength: 1, maxLength: 3 }), (text, edits) => {
      const mangled = edits.reduce((current, { at, cut, paste, copyFrom, copy }) => {
        const pasted = paste + current.slice(copyFrom, copyFrom + copy);
        return current.slice(0, at) + pasted + current.slice(at + cut);
      }, text);
      const outcome = read(mangled);
      if (outcome?.outcome === "approved") {
        expect(mangled).toContain(`<CAE>${outcome.cae}</CAE>`);
        expect(mangled.match(/<Resultado>\s*A\s*<\/Resultado>/g)?.length).toBeGreaterThanOrEqual(2);
        expect(mangled).toMatch(/<CbteDesde>\s*0*701\s*<\/CbteDesde>/);
      }
      if (outcome?.outcome === "rejected") {
        expect(mangled.match(/<Resultado>\s*R\s*<\/Resultado>/g)?.length).toBeGreaterThanOrEqual(2);
        for (const { code } of outcome.reasons) expect(mangled).toContain(`${code}</Code>`);
      }
    }),
    propertyRuns(2_000),
  );
});
