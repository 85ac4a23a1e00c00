import { expect, test } from "vitest";
import { authorityEndpoints } from "../../../../issuer/authority/endpoints.js";
import { findCode, requestCode } from "../../../../issuer/authority/wsfe/caea-codes.js";
import { declareUnused, findUnused } from "../../../../issuer/authority/wsfe/caea-unused.js";
import { explainRefusal, reasons, soapReply } from "./samples.js";

const credentials = {
  ...{ certificateId: 1, production: false, cuit: "30712345671", certificatePem: "", privateKeyPem: "" },
};
const fortnight = { period: 203111, fortnight: 2 as const, validFrom: "20311116", validTo: "20311130" };
const unused = { code: "26463476341977", posNumber: 7 };

/** An authority that gives this result. */
function answering(operation: string, result: string) {
  const transport = { post: async () => ({ sent: true as const, status: 200, text: soapReply(operation, result) }) };
  const ticket = { token: "t", sign: "s", generatedAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) };
  const given = async () => ({ outcome: "ticket" as const, ticket });
  return {
    endpoints: authorityEndpoints,
    transport,
    tickets: { get: given, getUndoubted: given, renew: given, explainRefusal },
  };
}

const whole = {
  CAEA: "26463476341977",
  Periodo: "203111",
  Orden: "2",
  FchVigDesde: "20311116",
  FchVigHasta: "20311130",
  FchTopeInf: "20311208",
  FchProceso: "20311112120000",
};
const toResult = (fields: Record<string, string | undefined>, more = "") =>
  `<ResultGet>${Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join("")}${more}</ResultGet>`;
const granted = { outcome: "granted", code: "26463476341977", reportBy: "20311208" };

test("a code is read with its remarks", async () => {
  const remarks = `<Observaciones>${reasons("Obs", 15014, 15018)}</Observaciones>`;
  const told = await requestCode(answering("FECAEASolicitar", toResult(whole, remarks)), credentials, fortnight);
  expect(told).toEqual({
    ...granted,
    remarks: [
      { code: 15014, msg: "m15014" },
      { code: 15018, msg: "m15018" },
    ],
  });
  const found = await findCode(answering("FECAEAConsultar", toResult(whole)), credentials, fortnight);
  expect(found).toEqual({ ...granted, remarks: [] });
});

test("remarks that cannot be read take nothing from the code", async () => {
  const remarks = "<Observaciones><Obs><Code>none</Code></Obs></Observaciones>";
  const told = await requestCode(answering("FECAEASolicitar", toResult(whole, remarks)), credentials, fortnight);
  expect(told).toEqual({ ...granted, remarks: [] });
});

test.each([
  ["of thirteen digits", { CAEA: "2646347634197" }],
  ["without digits", { CAEA: "" }],
  ["without a code", { CAEA: undefined }],
  ["of another period", { Periodo: "203112" }],
  ["of another order", { Orden: "1" }],
  ["with other days", { FchVigDesde: "20311115" }],
  ["without its last day", { FchVigHasta: undefined }],
  ["without a day to report by", { FchTopeInf: undefined }],
  ["with a day to report by that does not exist", { FchTopeInf: "20311232" }],
])("a code %s decides nothing", async (_, changed) => {
  const result = toResult({ ...whole, ...changed });
  for (const [ask, operation] of [
    [requestCode, "FECAEASolicitar"],
    [findCode, "FECAEAConsultar"],
  ] as const)
    expect(await ask(answering(operation, result), credentials, fortnight)).toMatchObject({
      outcome: "unavailable",
      permanent: false,
    });
});

const errors = (...codes: number[]) => `<Errors>${reasons("Err", ...codes)}</Errors>`;

test.each([
  [[15008], "exists"],
  [[602], "none"],
  [[15003], "refused"],
  [[15008, 15003], "refused"],
  [[602, 15004], "refused"],
  [[501], "unavailable"],
  [[15003, 502], "unavailable"],
])("errors %j are read as %s", async (codes, outcome) => {
  const authority = answering("FECAEASolicitar", errors(...codes));
  expect(await requestCode(authority, credentials, fortnight)).toMatchObject({ outcome });
});

const declaration = (result: string, { code = unused.code, pos = 7 } = {}) =>
  `<CAEA>${code}</CAEA><FchProceso>20311201</FchProceso><PtoVta>${pos}</PtoVta><Resultado>${result}</Resultado>`;

test.each([
  ["taken", declaration("A"), "declared"],
  ["taken before", declaration("R") + errors(1209), "declared"],
  ["refused", declaration("R") + errors(1202), "refused"],
  ["refused for that too", declaration("R") + errors(1209, 1202), "refused"],
  ["refused without a reason", declaration("R"), "unavailable"],
  ["taken for another point of sale", declaration("A", { pos: 8 }), "unavailable"],
  ["taken for another code", declaration("A", { code: "26463476341978" }), "unavailable"],
  ["failed", `<PtoVta>7</PtoVta>${errors(500)}`, "unavailable"],
  ["empty", "", "unavailable"],
])("a declaration that is %s", async (_, result, outcome) => {
  const authority = answering("FECAEASinMovimientoInformar", result);
  expect(await declareUnused(authority, credentials, unused)).toMatchObject({ outcome });
});

const row = (pos: number) =>
  `<FECAEASinMov><CAEA>${unused.code}</CAEA><FchProceso>20311201</FchProceso><PtoVta>${pos}</PtoVta></FECAEASinMov>`;

test.each([
  ["there", `<ResultGet>${row(7)}</ResultGet>`, "declared"],
  ["there among others", `<ResultGet>${row(6)}${row(7)}</ResultGet>`, "declared"],
  ["that of another", `<ResultGet>${row(6)}</ResultGet>`, "unavailable"],
  ["not there", errors(10102), "none"],
  ["of a point of sale with vouchers", errors(10105), "refused"],
  ["not found out", errors(501), "unavailable"],
])("a look-up of a declaration that is %s", async (_, result, outcome) => {
  const authority = answering("FECAEASinMovimientoConsultar", result);
  expect(await findUnused(authority, credentials, unused)).toMatchObject({ outcome });
});
