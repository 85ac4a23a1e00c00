import fc from "fast-check";
import { XmlDocument, type XmlElement } from "libxml2-wasm";
import { expect, test } from "vitest";
import { readCaeReply } from "../../../../issuer/authority/wsfe/cae-reply.js";
import { readConsultReply } from "../../../../issuer/authority/wsfe/consult-reply.js";
import { readLastNumberReply } from "../../../../issuer/authority/wsfe/last-number-reply.js";
import { readReportReply } from "../../../../issuer/authority/wsfe/report-reply.js";
import { mutatedAnswer } from "../../../support/samples/mutated-answer.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";
import { reasons, soapReply } from "./samples.js";

const sequence = { posNumber: 2, voucherType: 6 };
const namespaces = { s: "http://schemas.xmlsoap.org/soap/envelope/", f: "http://ar.gov.afip.dif.FEV1/" };

const nameForeign = (declared: string, opening: string, namespace: string) =>
  Object.values(namespaces).includes(namespace) ? declared : `${opening}urn:other"`;

/**
 * Reads an operation's result with libxml2 instead of our parser; undefined when there is not exactly one. Space around the
 * document is ignored. libxml2 refuses a namespace that is not a URI, while our parser only sees a wrong namespace: such a
 * namespace is replaced by a valid wrong one first.
 */
function readApart<T>(text: string, operation: string, look: (values: (path: string) => string[]) => T): T | undefined {
  if (text.includes("<!DOCTYPE")) return undefined;
  let document: XmlDocument;
  try {
    document = XmlDocument.fromString(text.trim().replaceAll(/(xmlns(?::\w+)?=")([^"<&]*)"/g, nameForeign));
  } catch {
    return undefined;
  }
  try {
    const root = `/s:Envelope/s:Body/f:${operation}Response/f:${operation}Result`;
    if (document.find(root, namespaces).length !== 1) return undefined;
    const values = (path: string) =>
      document
        .find(`${root}/${path.replaceAll(/(^|\/)(\w)/g, "$1f:$2")}`, namespaces)
        .map((node) => (node as XmlElement).content.trim());
    return look(values);
  } finally {
    document.dispose();
  }
}

const header = (result: string, count = 1) =>
  `<FeCabResp><Cuit>20287740027</Cuit><PtoVta>2</PtoVta><CbteTipo>6</CbteTipo><FchProceso>20260818130742</FchProceso><CantReg>${count}</CantReg><Resultado>${result}</Resultado><Reproceso>N</Reproceso></FeCabResp>`;
const detail = (number: number, result: string, more: string, cae = "") =>
  `<FECAEDetResponse><Concepto>1</Concepto><DocTipo>99</DocTipo><DocNro>0</DocNro><CbteDesde>${number}</CbteDesde><CbteHasta>${number}</CbteHasta><CbteFch>20260818</CbteFch><Resultado>${result}</Resultado>${more}${cae === "" ? "<CAE /><CAEFchVto />" : `<CAE>${cae}</CAE><CAEFchVto>20260828</CAEFchVto>`}</FECAEDetResponse>`;
const observed = (...codes: number[]) => `<Observaciones>${reasons("Obs", ...codes)}</Observaciones>`;
const failed = (...codes: number[]) => `<Errors>${reasons("Err", ...codes)}</Errors>`;
const details = (...rows: string[]) => `<FeDetResp>${rows.join("")}</FeDetResp>`;
const cae = "86330767799632";

const caeAnswers = [
  header("A") + details(detail(701, "A", "", cae)),
  header("A") + details(detail(701, "A", observed(10217), cae)),
  header("R") + details(detail(701, "R", observed(10013, 10048))),
  header("R") + details(detail(701, "R", "")) + failed(10016),
  header("R") + details(detail(701, "R", "")) + failed(10005),
  failed(600),
  failed(501),
].map((result) => soapReply("FECAESolicitar", result));

const batchAnswers = [
  header("A", 3) +
    details(detail(701, "A", "", cae), detail(702, "A", "", "86330767799633"), detail(703, "A", "", "86330767799634")),
  header("P", 3) + details(detail(701, "A", "", cae), detail(702, "R", observed(10048)), detail(703, "R", "")),
  header("R", 3) + details(detail(701, "R", observed(10048)), detail(702, "R", ""), detail(703, "R", "")),
  header("R", 3) + details(detail(701, "R", ""), detail(702, "R", ""), detail(703, "R", "")) + failed(10016),
].map((result) => soapReply("FECAESolicitar", result));

/** The verdicts as libxml2 reads them: one row per detail, and the codes of the whole answer. */
const verdictsApart = (text: string, operation = "FECAESolicitar", detailName = "FECAEDetResponse") =>
  readApart(text, operation, (values) => ({
    header: [values("FeCabResp/Resultado"), values("FeCabResp/PtoVta"), values("FeCabResp/CbteTipo")].map(String),
    rows: values(`FeDetResp/${detailName}`).map((_, index) => {
      const own = (name: string) => values(`FeDetResp/${detailName}[${index + 1}]/${name}`);
      return {
        number: own("CbteDesde"),
        result: own("Resultado"),
        cae: own("CAE"),
        codes: own("Observaciones/Obs/Code"),
      };
    }),
    errors: values("Errors/Err/Code"),
  }));

function countVerdicts(answers: string[], numbers: number[], runs: number) {
  const counts: Record<string, number> = {};
  fc.assert(
    fc.property(mutatedAnswer(answers), (text) => {
      const read = readCaeReply(text, { cuit: "20287740027", ...sequence, numbers });
      expect(read).toHaveLength(numbers.length);
      for (const [at, one] of read.entries()) {
        counts[one.outcome] = (counts[one.outcome] ?? 0) + 1;
        if (one.outcome !== "approved" && one.outcome !== "rejected") continue;
        const apart = verdictsApart(text);
        const row = apart?.rows[at];
        const letter = one.outcome === "approved" ? "A" : "R";
        expect(apart?.header.slice(1).map(Number)).toEqual([2, 6]);
        expect([row?.number.map(Number), row?.result]).toEqual([[numbers[at]], [letter]]);
        if (one.outcome === "approved")
          expect([row?.cae, apart?.errors.length === 0 || apart?.header[0] === "P"]).toEqual([[one.cae], true]);
        else {
          expect(row?.cae.join("")).toBe("");
          const given = [...(row?.codes ?? []), ...(apart?.errors ?? [])].map(Number);
          expect(one.reasons.map(({ code }) => code)).toEqual(given);
        }
      }
    }),
    propertyRuns(runs),
  );
  return counts;
}

test("a mutated answer to one voucher approves or rejects only if it says so, and never crashes the reader", () => {
  const counts = countVerdicts(caeAnswers, [701], 12_000);
  console.log(`one voucher: ${JSON.stringify(counts)}`);
  expect(counts.approved).toBeGreaterThan(0);
  expect(counts.rejected).toBeGreaterThan(0);
}, 240_000);

test("a mutated answer to a batch approves or rejects a voucher only by the voucher's own row", () => {
  const counts = countVerdicts(batchAnswers, [701, 702, 703], 4_000);
  console.log(`three vouchers: ${JSON.stringify(counts)}`);
  expect(counts.approved).toBeGreaterThan(0);
}, 240_000);

const caea = "21043476341977";
const reportDetail = (number: number, result: string, more = "") =>
  detail(number, result, more)
    .replaceAll("FECAEDet", "FECAEADet")
    .replace("<CAE /><CAEFchVto />", `<CAEA>${caea}</CAEA>`);
const reportAnswers = [
  header("A", 3) + details(reportDetail(701, "A", observed(724)), reportDetail(702, "A"), reportDetail(703, "A")),
  header("P", 3) + details(reportDetail(701, "A"), reportDetail(702, "R", observed(713)), reportDetail(703, "R")),
  header("R", 3) + details(reportDetail(701, "R"), reportDetail(702, "R"), reportDetail(703, "R")) + failed(703),
  failed(10002),
  failed(501),
].map((result) => soapReply("FECAEARegInformativo", result));

test("a mutated answer to a report says that a voucher was taken, or why not, only by the voucher's own row", () => {
  const counts: Record<string, number> = {};
  fc.assert(
    fc.property(mutatedAnswer(reportAnswers), (text) => {
      const read = readReportReply(text, { cuit: "20287740027", ...sequence, caea, numbers: [701, 702, 703] });
      expect(read).toHaveLength(3);
      const apart = verdictsApart(text, "FECAEARegInformativo", "FECAEADetResponse");
      for (const [at, one] of read.entries()) {
        counts[one.outcome] = (counts[one.outcome] ?? 0) + 1;
        const row = apart?.rows[at];
        if (one.outcome === "reported") {
          expect(apart?.header.slice(1).map(Number)).toEqual([2, 6]);
          expect([row?.number.map(Number), row?.result]).toEqual([[701 + at], ["A"]]);
          expect(apart?.errors.length === 0 || apart?.header[0] === "P").toBe(true);
        }
        if (one.outcome === "notProcessed")
          expect(read.slice(0, at).every(({ outcome }) => outcome === "reported")).toBe(false);
        if (one.outcome !== "rejected") continue;
        if (row) expect([row.number.map(Number), row.result]).toEqual([[701 + at], ["R"]]);
        const given = [...(row?.codes ?? []), ...(apart?.errors ?? [])].map(Number);
        expect(one.reasons.map(({ code }) => code)).toEqual(given);
      }
    }),
    propertyRuns(6_000),
  );
  console.log(`reports: ${JSON.stringify(counts)}`);
  for (const outcome of ["reported", "rejected", "lookUp", "unknown"]) expect(counts[outcome]).toBeGreaterThan(0);
}, 240_000);

const found = soapReply(
  "FECompConsultar",
  `<ResultGet><Concepto>1</Concepto><DocTipo>99</DocTipo><DocNro>0</DocNro><CbteDesde>701</CbteDesde><CbteHasta>701</CbteHasta><CbteFch>20260818</CbteFch><ImpTotal>121</ImpTotal><MonId>PES</MonId><MonCotiz>1</MonCotiz><Resultado>A</Resultado><CodAutorizacion>${cae}</CodAutorizacion><EmisionTipo>CAE</EmisionTipo><FchVto>20260828</FchVto><FchProceso>20260818130742</FchProceso><PtoVta>2</PtoVta><CbteTipo>6</CbteTipo></ResultGet>`,
);
const notFound = soapReply("FECompConsultar", failed(602));
const last = soapReply("FECompUltimoAutorizado", "<PtoVta>2</PtoVta><CbteTipo>6</CbteTipo><CbteNro>700</CbteNro>");
const noLast = soapReply(
  "FECompUltimoAutorizado",
  `<PtoVta>0</PtoVta><CbteTipo>0</CbteTipo><CbteNro>0</CbteNro>${failed(600)}`,
);

test("a mutated look-up is found or absent only if it says so, and a last number needs its sequence", () => {
  const counts: Record<string, number> = {};
  fc.assert(
    fc.property(mutatedAnswer([found, notFound, last, noLast]), (text) => {
      const consult = readConsultReply(text, { ...sequence, number: 701 });
      const number = readLastNumberReply(text, sequence);
      for (const { outcome } of [consult, number]) counts[outcome] = (counts[outcome] ?? 0) + 1;
      if (consult.outcome === "found") {
        const apart = readApart(text, "FECompConsultar", (values) =>
          ["Resultado", "CodAutorizacion", "CbteDesde", "PtoVta", "CbteTipo"]
            .map((name) => values(`ResultGet/${name}`))
            .concat(values("Errors/Err")),
        );
        const [result, code, ...integers] = apart ?? [];
        expect([result, code]).toEqual([["A"], [consult.voucher.cae]]);
        expect(integers.map((texts) => texts.map(Number))).toEqual([[701], [2], [6]]);
      }
      if (consult.outcome === "absent") {
        const apart = readApart(text, "FECompConsultar", (values) => [values("Errors/Err/Code"), values("ResultGet")]);
        expect([new Set(apart?.[0]?.map(Number)), apart?.[1]]).toEqual([new Set([602]), []]);
      }
      if (number.outcome === "known") {
        const apart = readApart(text, "FECompUltimoAutorizado", (values) =>
          ["PtoVta", "CbteTipo", "CbteNro", "Errors"].map((name) => values(name)),
        );
        expect(apart?.slice(0, 3).map((texts) => texts.map(Number))).toEqual([[2], [6], [number.number]]);
        expect(apart?.[3]?.join("")).toBe("");
      }
    }),
    propertyRuns(4_000),
  );
  console.log(`look-ups: ${JSON.stringify(counts)}`);
  expect(counts.found).toBeGreaterThan(0);
  expect(counts.absent).toBeGreaterThan(0);
  expect(counts.known).toBeGreaterThan(0);
}, 240_000);
