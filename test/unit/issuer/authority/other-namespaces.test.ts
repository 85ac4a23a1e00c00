import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readPersonA5 } from "../../../../issuer/authority/registry/person-a5.js";
import { readLookUp, registryA5 } from "../../../../issuer/authority/registry/registry-call.js";
import { readCaeReply } from "../../../../issuer/authority/wsfe/cae-reply.js";
import { readConsultReply } from "../../../../issuer/authority/wsfe/consult-reply.js";
import { contractNames } from "../../../../issuer/authority/wsfe/contract-names.js";
import { readLastNumberReply } from "../../../../issuer/authority/wsfe/last-number-reply.js";
import { readReportReply } from "../../../../issuer/authority/wsfe/report-reply.js";
import { projectFolder } from "../../../../shared/assets/assets.js";
import { publicCase } from "../../../support/public-case.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";
import { reasons, soapReply } from "./samples.js";

const cae = "86330767799632";
const caea = "21043476341977";
const sequence = { posNumber: 2, voucherType: 6 };
const asked = { cuit: "20287740027", ...sequence, numbers: [701] };

const voucher =
  "<Concepto>1</Concepto><DocTipo>99</DocTipo><DocNro>0</DocNro><CbteDesde>701</CbteDesde><CbteHasta>701</CbteHasta><CbteFch>20260818</CbteFch>";
const header =
  "<FeCabResp><Cuit>20287740027</Cuit><PtoVta>2</PtoVta><CbteTipo>6</CbteTipo><FchProceso>20260818130742</FchProceso><CantReg>1</CantReg><Resultado>A</Resultado><Reproceso>N</Reproceso></FeCabResp>";
const observed = `<Observaciones>${reasons("Obs", 10217)}</Observaciones>`;
const granted = `${header}<FeDetResp><FECAEDetResponse>${voucher}<Resultado>A</Resultado>${observed}<CAE>${cae}</CAE><CAEFchVto>20260828</CAEFchVto></FECAEDetResponse></FeDetResp>`;
const refused = granted
  .replaceAll("<Resultado>A<", "<Resultado>R<")
  .replace(/<CAE>.*<\/CAEFchVto>/, "<CAE /><CAEFchVto />")
  .replace("10217", "10048");
const reported = granted.replaceAll("FECAEDet", "FECAEADet").replace(/<CAE>.*<\/CAEFchVto>/, `<CAEA>${caea}</CAEA>`);
const found = `<ResultGet>${voucher}<ImpTotal>121</ImpTotal><Iva><AlicIva><Id>5</Id><BaseImp>100</BaseImp><Importe>21</Importe></AlicIva></Iva><MonId>PES</MonId><MonCotiz>1</MonCotiz><Resultado>A</Resultado><CodAutorizacion>${cae}</CodAutorizacion><EmisionTipo>CAE</EmisionTipo><FchVto>20260828</FchVto><FchProceso>20260818130742</FchProceso>${observed}<PtoVta>2</PtoVta><CbteTipo>6</CbteTipo></ResultGet>`;

/** Each kind of answer, with what it is read as. */
const answers: [name: string, text: string, read: (text: string) => unknown, unreadable: object][] = [
  ["a grant", soapReply("FECAESolicitar", granted), (text) => readCaeReply(text, asked)[0], { outcome: "unknown" }],
  ["a refusal", soapReply("FECAESolicitar", refused), (text) => readCaeReply(text, asked)[0], { outcome: "unknown" }],
  [
    "a report",
    soapReply("FECAEARegInformativo", reported),
    (text) => readReportReply(text, { ...asked, caea })[0],
    { outcome: "unknown" },
  ],
  [
    "a look-up that finds",
    soapReply("FECompConsultar", found),
    (text) => readConsultReply(text, { ...sequence, number: 701 }),
    { outcome: "unknown" },
  ],
  [
    "a look-up that finds nothing",
    soapReply("FECompConsultar", `<Errors>${reasons("Err", 602)}</Errors>`),
    (text) => readConsultReply(text, { ...sequence, number: 701 }),
    { outcome: "unknown" },
  ],
  [
    "a last number",
    soapReply("FECompUltimoAutorizado", "<PtoVta>2</PtoVta><CbteTipo>6</CbteTipo><CbteNro>700</CbteNro>"),
    (text) => readLastNumberReply(text, sequence),
    { outcome: "unknown" },
  ],
];

const result = /(?<=<\w+Result>).*(?=<\/\w+Result>)/s;
/** The places between two elements within the result, but for those within a list of messages, of which each is read. */
function placesIn(text: string): number[] {
  const from = result.exec(text)?.index ?? 0;
  const to = from + (result.exec(text)?.[0].length ?? 0);
  const lists = [...text.matchAll(/(?<=<(Errors|Observaciones)>).*?(?=<\/\1>)/gs)].map(({ index, 0: inner }) => [
    index,
    index + inner.length,
  ]);
  return [...text.matchAll(/(?<=>)(?=<)/g)]
    .map(({ index }) => index)
    .filter((at) => at >= from && at <= to)
    .filter((at) => !lists.some(([first = 0, last = 0]) => at >= first && at <= last))
    .filter((at) => !/<(\w+)>$/.test(text.slice(0, at)) || text[at + 1] !== "/");
}
const put = (text: string, at: number, element: string) => text.slice(0, at) + element + text.slice(at);

const undeclared = fc
  .stringMatching(/^[A-Za-z][A-Za-z0-9]{0,11}$/)
  .filter((name) => !contractNames.has(name) && !/^xml/i.test(name));
const content = fc.constantFrom(
  "",
  "A",
  "R",
  cae,
  "<CAE>1</CAE>",
  '<Errors xmlns="http://ar.gov.afip.dif.FEV1/"><Err><Code>501</Code></Err></Errors>',
  "<x:Resultado>R</x:Resultado>",
);
const answer = fc.constantFrom(...answers);
const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const at = (places: number[], share: number) => places[Math.floor(share * places.length)] ?? 0;

test("an element that the contract does not know makes no difference, whatever its namespace and content", () => {
  fc.assert(
    fc.property(answer, place, undeclared, content, ([, text, read], share, name, inner) => {
      const where = at(placesIn(text), share);
      const plain = read(text);
      expect(read(put(text, where, `<x:${name} xmlns:x="urn:x">${inner}</x:${name}>`))).toEqual(plain);
    }),
    propertyRuns(3_000),
  );
});

test("an element of another namespace under a name of the contract makes the answer unreadable, wherever it stands", () => {
  fc.assert(
    fc.property(answer, place, fc.constantFrom(...contractNames), content, ([, text, read, unreadable], ...drawn) => {
      const [share, name, inner] = drawn;
      const where = at(placesIn(text), share);
      expect(read(put(text, where, `<x:${name} xmlns:x="urn:x">${inner}</x:${name}>`))).toMatchObject(unreadable);
    }),
    propertyRuns(3_000),
  );
});

const kind = "Undeclared means undeclared";
const rule = "issuer/README.md, section 3";
const consult = (text: string) => readConsultReply(soapReply("FECompConsultar", text), { ...sequence, number: 701 });
const solicit = (text: string) => readCaeReply(soapReply("FECAESolicitar", text), asked)[0];
const foreign = (name: string, inner = "") => `<x:${name} xmlns:x="urn:x">${inner}</x:${name}>`;

publicCase({ kind, sent: "a look-up with <x:Nuevo xmlns:x='urn:x'>", right: "found, as without it", rule }, () => {
  expect(consult(found.replace("<Resultado>", `${foreign("Nuevo", "1")}<Resultado>`))).toEqual(consult(found));
});
publicCase({ kind, sent: "a grant with an element of another namespace", right: "granted", rule }, () => {
  expect(solicit(granted.replace("<CAE>", `${foreign("Novedad")}<CAE>`))).toMatchObject({ outcome: "approved", cae });
});
publicCase({ kind, sent: "a row of VAT with one", right: "the same content", rule }, () => {
  expect(consult(found.replace("<BaseImp>", `${foreign("Detalle")}<BaseImp>`))).toEqual(consult(found));
});

publicCase({ kind, sent: "a last number beside one", right: "that number", rule }, () => {
  const told = "<PtoVta>2</PtoVta><CbteTipo>6</CbteTipo><CbteNro>700</CbteNro>";
  const read = (text: string) => readLastNumberReply(soapReply("FECompUltimoAutorizado", text), sequence);
  const plain = read(told);
  expect(plain).toMatchObject({ outcome: "known", number: 700 });
  expect(read(told.replace("<CbteNro>", `${foreign("Aviso", "<CbteNro>900</CbteNro>")}<CbteNro>`))).toEqual(plain);
});
publicCase(
  { kind, sent: "nothing found (602), with one among the errors", right: "as unreadable as it is", rule },
  () => {
    const none = `<Errors>${reasons("Err", 602)}</Errors>`;
    expect(consult(none)).toMatchObject({ outcome: "absent" });
    expect(consult(none.replace("<Err>", `${foreign("Nota")}<Err>`))).toMatchObject({ outcome: "unknown" });
    expect(consult(none + foreign("Nota"))).toEqual(consult(none));
  },
);

// Hostile siblings: nothing that stands in another namespace is read, and nothing is hidden by it.
test.each([
  ["a code of another namespace alone", granted.replace(/<CAE>\d+<\/CAE>/, foreign("CAE", cae))],
  ["a second code", granted.replace("<CAE>", `${foreign("CAE", "11111111111111")}<CAE>`)],
  [
    "a code cut in two by an unknown element",
    granted.replace(cae, `${cae.slice(0, 7)}${foreign("Nuevo")}${cae.slice(7)}`),
  ],
  ["a verdict with an unknown element in it", granted.replaceAll("<Resultado>A", `<Resultado>A${foreign("Nuevo")}`)],
  ["a second verdict", granted.replace("<FeDetResp>", `${foreign("Resultado", "R")}<FeDetResp>`)],
  ["errors of another namespace", granted + foreign("Errors", "<Err><Code>501</Code></Err>")],
  [
    "rows of another namespace beside its own",
    granted.replace("<FeDetResp>", `<FeDetResp>${foreign("FECAEDetResponse")}`),
  ],
  ["all rows in another namespace", granted.replace("<FeDetResp>", '<FeDetResp xmlns="urn:x">')],
  ["a code in no namespace", granted.replace("<CAE>", '<CAE xmlns="">')],
  ["an observation among unknown elements", granted.replace("<Obs>", `${foreign("Nuevo")}<Obs>`)],
])("a grant with %s is not read as one", (_, text) => {
  expect(solicit(granted)).toMatchObject({ outcome: "approved" });
  expect(solicit(text)).toMatchObject({ outcome: "unknown" });
});

test.each([
  ["the authorization in another namespace", found.replace("<CodAutorizacion>", '<CodAutorizacion xmlns="urn:x">')],
  ["a second total", found.replace("<ImpTotal>", `${foreign("ImpTotal", "1")}<ImpTotal>`)],
  [
    "a voucher beside nothing found",
    `<Errors>${reasons("Err", 602)}</Errors>${foreign("ResultGet", "<CbteDesde>701</CbteDesde>")}`,
  ],
])("a look-up with %s decides nothing", (_, text) => {
  expect(consult(text)).toMatchObject({ outcome: "unknown" });
});

test("the time of an answer is the service's own", () => {
  const text = soapReply("FECAESolicitar", granted);
  const read = (changed: string) => readCaeReply(changed, asked)[0];
  const heard = (at: string) => ({ outcome: "approved", authorityTimeMs: Date.parse(at) });
  expect(read(text)).toMatchObject(heard("2026-08-18T13:07:42.376-03:00"));
  // Without it the time of the request's processing stands in.
  expect(read(text.replace("<fecha>", '<fecha xmlns="urn:x">'))).toMatchObject(heard("2026-08-18T13:07:42-03:00"));
});

test("the contract's names are those of the WSDL", () => {
  const wsdl = readFileSync(path.join(projectFolder, "test/authority/wsdl/wsfev1.wsdl"), "utf8");
  const types = wsdl.slice(0, wsdl.indexOf("<wsdl:message"));
  const names = [...types.matchAll(/<s:element [^>]*name="(\w+)"/g)].map(([, name]) => name);
  expect([...contractNames].sort()).toEqual([...new Set(names)].sort());
});

test("a registry's person is read from its own elements, and an element of another namespace hides none of them", () => {
  const person = (inner: string) => {
    const text = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><ns2:getPersona_v2Response xmlns:ns2="${registryA5.namespace}"><personaReturn><datosGenerales>${inner}<tipoPersona>FISICA</tipoPersona></datosGenerales></personaReturn></ns2:getPersona_v2Response></soap:Body></soap:Envelope>`;
    const read = readLookUp({ sent: true, status: 200, text }, registryA5, "getPersona_v2");
    if (read.outcome !== "found") throw new Error(read.outcome);
    return readPersonA5(read.person, "20201797064");
  };
  const own = "<nombre>ANA</nombre>";
  expect(person(own)).toMatchObject({ name: "ANA" });
  expect(person(`${foreign("nombre", "EVA")}${own}`)).toMatchObject({ name: "ANA" });
  expect(person(foreign("nombre", "EVA"))).toMatchObject({ name: null });
});
