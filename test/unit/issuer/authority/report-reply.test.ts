import { expect, test } from "vitest";
import { readReportReply } from "../../../../issuer/authority/wsfe/report-reply.js";
import { toReportRequest } from "../../../../issuer/authority/wsfe/report-request.js";
import { writeXml } from "../../../../issuer/authority/xml.js";
import { numbered, reasons, soapReply } from "./samples.js";

const caea = "21043476341977";
const asked = { cuit: "20287740027", posNumber: 2, voucherType: 6, caea };

const header = (result: string, count: number) =>
  `<FeCabResp><Cuit>20287740027</Cuit><PtoVta>2</PtoVta><CbteTipo>6</CbteTipo><FchProceso>20261119080210</FchProceso><CantReg>${count}</CantReg><Resultado>${result}</Resultado><Reproceso>N</Reproceso></FeCabResp>`;
const detail = (number: number, result: string, observed: number[] = [], code = caea) =>
  `<FECAEADetResponse><Concepto>1</Concepto><DocTipo>99</DocTipo><DocNro>0</DocNro><CbteDesde>${number}</CbteDesde><CbteHasta>${number}</CbteHasta><CbteFch>20261118</CbteFch><Resultado>${result}</Resultado>${observed.length > 0 ? `<Observaciones>${reasons("Obs", ...observed)}</Observaciones>` : ""}<CAEA>${code}</CAEA></FECAEADetResponse>`;
const details = (...rows: string[]) => `<FeDetResp>${rows.join("")}</FeDetResp>`;
const errors = (...codes: number[]) => `<Errors>${reasons("Err", ...codes)}</Errors>`;
const events = `<Events><Evt><Code>39</Code><Msg>aviso</Msg></Evt></Events>`;

const read = (result: string, ...numbers: number[]) =>
  readReportReply(soapReply("FECAEARegInformativo", result), { ...asked, numbers });
const outcomesOf = (result: string, ...numbers: number[]) => read(result, ...numbers).map(({ outcome }) => outcome);
const told = (...codes: number[]) => codes.map((code) => ({ code, msg: `m${code}` }));

test("vouchers are reported, with what the authority observed", () => {
  expect(read(header("A", 2) + details(detail(701, "A"), detail(702, "A", [724, 1445])), 701, 702)).toEqual([
    { outcome: "reported", observations: [] },
    { outcome: "reported", observations: told(724, 1445) },
  ]);
});

test("the first refused one has the reasons, and those behind it were not processed", () => {
  const rows = details(detail(701, "A"), detail(702, "R", [713]), detail(703, "R"), detail(704, "R"));
  expect(read(header("P", 4) + rows, 701, 702, 703, 704)).toEqual([
    { outcome: "reported", observations: [] },
    { outcome: "rejected", reasons: told(713) },
    { outcome: "notProcessed" },
    { outcome: "notProcessed" },
  ]);
});

test("Events before Errors change nothing, and reasons in Errors count", () => {
  const result = header("R", 2) + details(detail(701, "R", [], ""), detail(702, "R", [], ""));
  expect(read(result + events + errors(782), 701, 702)).toEqual([
    { outcome: "rejected", reasons: told(782) },
    { outcome: "notProcessed" },
  ]);
});

test.each([
  { code: 703, outcome: "lookUp" },
  { code: 1414, outcome: "notYet" },
  { code: 600, outcome: "ticket" },
  { code: 601, outcome: "ticket" },
  { code: 500, outcome: "unknown" },
  { code: 501, outcome: "unknown" },
  { code: 502, outcome: "unknown" },
  { code: 10000, outcome: "rejected" },
  { code: 701, outcome: "rejected" },
])("code $code means $outcome, with details and without", ({ code, outcome }) => {
  expect(outcomesOf(header("R", 1) + details(detail(701, "R")) + errors(code), 701)).toEqual([outcome]);
  expect(outcomesOf(errors(code), 701)).toEqual([outcome]);
  if (code !== 600 && code !== 601)
    expect(outcomesOf(header("R", 1) + details(detail(701, "R", [code])), 701)).toEqual([outcome]);
});

test("a number out of order is looked up, whatever else is wrong with it", () => {
  expect(outcomesOf(header("R", 1) + details(detail(701, "R", [704])) + errors(703), 701)).toEqual(["lookUp"]);
});

test("errors without details are about the first, unless nothing is known", () => {
  expect(outcomesOf(errors(10002), 701, 702)).toEqual(["rejected", "notProcessed"]);
  expect(outcomesOf(header("R", 2) + errors(700), 701, 702)).toEqual(["rejected", "notProcessed"]);
  expect(outcomesOf(errors(501), 701, 702)).toEqual(["unknown", "unknown"]);
  expect(outcomesOf(errors(602), 701, 702)).toEqual(["unknown", "unknown"]);
});

const other = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);
const good = header("A", 2) + details(detail(701, "A"), detail(702, "A"));

test.each<[string, string]>([
  ["nothing", ""],
  ["another point of sale", other("<PtoVta>2<", "<PtoVta>3<")(good)],
  ["another type", other("<CbteTipo>6<", "<CbteTipo>1<")(good)],
  ["another issuer", other("20287740027", "20111111112")(good)],
  ["another number", other(/702/g, "703")(good)],
  ["a lot", other("<CbteHasta>702<", "<CbteHasta>703<")(good)],
  ["one number less", other(/<FECAEADetResponse>(?!.*<FECAEADetResponse>).*<\/FECAEADetResponse>/, "")(good)],
  ["a header that says R", other("<Resultado>A<", "<Resultado>R<")(good)],
  ["taken with errors", good + errors(1414)],
  ["taken under another code", other(caea, "21043476341978")(good)],
  ["the details of a request for a CAE", good.replaceAll("FECAEADet", "FECAEDet")],
  ["a header alone", header("A", 2)],
  ["refused without a reason", header("R", 2) + details(detail(701, "R"), detail(702, "R"))],
  ["taken behind a refused one", header("P", 2) + details(detail(701, "R", [713]), detail(702, "A"))],
  ["a verdict that nobody knows", header("X", 2) + details(detail(701, "X"), detail(702, "X"))],
])("an answer with %s tells nothing of a refused or unread voucher as taken", (_, result) => {
  const outcomes = outcomesOf(result, 701, 702);
  expect(outcomes[0]).toBe("unknown");
  expect(outcomes).not.toContain("rejected");
});

test("a report has the fields of a request for a CAE, then the code and the time of issuing in Argentina", () => {
  const voucher = { ...numbered({}, 12), generatedAtMs: Date.parse("2026-11-19T02:05:07.999Z") };
  const xml = writeXml([toReportRequest({ posNumber: 9, voucherType: 6, caea, vouchers: [voucher] })]);
  expect(xml).toMatch(
    /^<FeCAEARegInfReq><FeCabReq><CantReg>1<\/CantReg><PtoVta>9<\/PtoVta><CbteTipo>6<\/CbteTipo><\/FeCabReq><FeDetReq><FECAEADetRequest><Concepto>1</,
  );
  expect(xml).toContain("<CbteDesde>12</CbteDesde><CbteHasta>12</CbteHasta>");
  expect(xml).toMatch(
    /<\/Iva><CAEA>21043476341977<\/CAEA><CbteFchHsGen>20261118230507<\/CbteFchHsGen><\/FECAEADetRequest><\/FeDetReq><\/FeCAEARegInfReq>$/,
  );
});
