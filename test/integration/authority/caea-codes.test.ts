import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { login, postSoap, soapBody, textsOf } from "../../authority/client-session.js";
import { controlAuthority } from "../../authority/control-client.js";
import { startAuthority } from "../../authority/server.js";
import { defaultSettings } from "../../authority/settings.js";
import { requestFixtures } from "../../support/samples/caea-fixtures.js";
import {
  codeIn,
  cuit,
  offsetOf,
  openCaeaSimulator,
  otherCuit,
  ticketSeconds,
  untaxedCuit,
  verdictOf,
} from "./caea-simulator.js";

const { authority, control, own, open, moveTo } = await openCaeaSimulator();
const other = await open(otherCuit);
const untaxed = await open(untaxedCuit);

beforeEach(async () => {
  await control.reset(["ledger", "faults"]);
  await control.set({ ...defaultSettings, ticketSeconds, clockOffsetMs: offsetOf("20311112") });
});

test("a code is answered with its fortnight and its last day to report, and the look-up tells the same", async () => {
  const reply = await own.request(203111, 2);
  const code = codeIn(reply);
  expect(code).toMatch(/^2\d{13}$/);
  const result = `<ResultGet><CAEA>${code}</CAEA><Periodo>203111</Periodo><Orden>2</Orden><FchVigDesde>20311116</FchVigDesde><FchVigHasta>20311130</FchVigHasta><FchTopeInf>20311208</FchTopeInf><FchProceso>20311112120000</FchProceso></ResultGet>`;
  expect(reply.text).toContain(`<FECAEASolicitarResult>${result}</FECAEASolicitarResult>`);
  expect((await own.find(203111, 2)).text).toContain(`<FECAEAConsultarResult>${result}</FECAEAConsultarResult>`);
});

test("every issuer and fortnight has a code of its own", async () => {
  const codes = [
    codeIn(await own.request(203111, 1)),
    codeIn(await own.request(203111, 2)),
    codeIn(await other.request(203111, 1)),
  ];
  expect(new Set(codes).size).toBe(3);
  expect((await control.caea()).map(({ cuit: owner, order }) => [owner, order])).toEqual([
    [cuit, 1],
    [cuit, 2],
    [otherCuit, 1],
  ]);
});

test.each([
  { asked: [203112, 2], today: "20311211", from: "20311216", to: "20311231", reportBy: "20320108" },
  { asked: [203202, 2], today: "20320229", from: "20320216", to: "20320229", reportBy: "20320308" },
  { asked: [203201, 1], today: "20311227", from: "20320101", to: "20320115", reportBy: "20320123" },
  { asked: [203201, 1], today: "20311227", from: "20320101", to: "20320115", reportBy: "20320120", days: 5 },
])("the fortnight $asked", async ({ asked: [period = 0, order = 0], today, from, to, reportBy, days = 8 }) => {
  await moveTo(today);
  await control.set({ caeaReportDays: days });
  const { xml } = await own.request(period, order);
  const texts = ["FchVigDesde", "FchVigHasta", "FchTopeInf"].map((name) => textsOf(xml, name)[0]);
  expect(texts).toEqual([from, to, reportBy]);
});

// Source: issuer/authority/README.md, section 13.4.
test.each(requestFixtures)("$operation, $name: $codes", async (fixture) => {
  const [period = 0, order = 0] = fixture.asked ?? [203111, 2];
  await control.set(fixture.settings ?? {});
  for (const [earlierPeriod, earlierOrder, day] of fixture.before ?? []) {
    await moveTo(day);
    expect(codeIn(await own.request(earlierPeriod, earlierOrder))).not.toBe("");
  }
  await moveTo(fixture.today ?? "20311112");
  const taxpayer = fixture.issuer === "untaxed" ? untaxed : own;
  const reply = await taxpayer[fixture.operation ?? "request"](period, order);
  const { errors, observations } = verdictOf(reply);
  expect({ errors, observations }).toEqual({
    errors: fixture.remarks ? [] : fixture.codes,
    observations: fixture.remarks ? fixture.codes : [],
  });
  expect(codeIn(reply) !== "").toBe(fixture.codes.length === 0 || fixture.remarks === true);
  if (fixture.text !== undefined) expect(reply.text).toContain(fixture.text);
});

describe("debts", () => {
  const points = [1, { number: 7, type: "CAEA - Ri Iva" }, { number: 8, type: "CAEA - Ri Iva", openedOn: "20311120" }];

  test("a code that was reported or declared at each point of sale is not owed", async () => {
    await control.set({ pointsOfSale: { [cuit]: points } });
    const [first, second] = [codeIn(await own.request(203111, 1)), codeIn(await own.request(203111, 2))];
    await moveTo("20311203");
    const dates = { CbteFch: "20311110", CbteFchHsGen: "20311110120000" };
    expect(verdictOf(await own.report(7, 6, [{ number: 1, CAEA: first, ...dates }])).header).toBe("A");
    for (const pos of [7, 8]) expect(verdictOf(await own.declareIdle(pos, second)).errors).toEqual([]);
    await moveTo("20311228");
    expect(verdictOf(await own.request(203112, 2)).observations).toEqual([]);
  });

  test("the remark lists every point of sale that owes, by fortnight", async () => {
    await control.set({ pointsOfSale: { [cuit]: points } });
    await own.request(203111, 1);
    const second = codeIn(await own.request(203111, 2));
    await moveTo("20311203");
    await own.declareIdle(7, second);
    await moveTo("20311228");
    const reply = await own.request(203112, 2);
    expect(verdictOf(reply).observations).toEqual([15014]);
    expect(reply.text).toContain("(periodo;orden;puntoVenta): 203111;1;7, 203111;2;8</Msg>");
  });
});

test("a request whose answer is lost leaves a code, which the look-up finds", async () => {
  await control.pushFault({ operation: "FECAEASolicitar", when: "after", action: "drop" });
  await expect(own.request(203111, 2)).rejects.toThrow();
  const code = codeIn(await own.find(203111, 2));
  expect(code).toMatch(/^\d{14}$/);
  expect(verdictOf(await own.request(203111, 2)).errors).toEqual([15008]);

  await control.pushFault({ operation: "FECAEASolicitar", action: "drop" });
  await expect(own.request(203111, 1)).rejects.toThrow();
  expect(verdictOf(await own.find(203111, 1)).errors).toEqual([602]);
});

test("a request that hangs is cut when the faults are cleared, and a delayed one is answered", async () => {
  await control.reset(["calls"]);
  await control.pushFault({ operation: "FECAEASolicitar", action: "hang" });
  const hanging = own.request(203111, 2).then(
    () => "answered",
    () => "cut",
  );
  await expect.poll(() => control.calls("FECAEASolicitar"), { timeout: 30_000 }).toBe(1);
  await control.clearFaults();
  expect(await hanging).toBe("cut");
  expect(await control.caea()).toEqual([]);

  await control.pushFault({ operation: "FECAEASolicitar", action: "delay", ms: 50 });
  expect(codeIn(await own.request(203111, 2))).not.toBe("");
});

test("a scripted error and a bad Auth give Errors alone", async () => {
  await control.pushFault({ operation: "FECAEAConsultar", action: "error", code: "501", msg: "base de datos" });
  expect((await own.find(203111, 2)).text).toContain("<FECAEAConsultarResult><Errors><Err><Code>501</Code>");
  const asked = "<Periodo>203111</Periodo><Orden>2</Orden>";
  for (const operation of ["FECAEASolicitar", "FECAEAConsultar"])
    expect((await own.ask(operation, asked, "")).text).toContain(`<${operation}Result><Errors><Err><Code>500</Code>`);
});

test("each environment has its own codes", async () => {
  const { auth } = own;
  const ask = (base: string, ownAuth: string) =>
    postSoap(
      `${base}/wsfev1/service.asmx`,
      soapBody(
        `<FECAEAConsultar xmlns="http://ar.gov.afip.dif.FEV1/">${ownAuth}<Periodo>203111</Periodo><Orden>2</Orden></FECAEAConsultar>`,
      ),
    );
  await own.request(203111, 2);
  await control.set({ clockOffsetMs: 0 });
  const { token, sign } = await login(`${authority.url}/production`, own.identity, "wsfe");
  const production = `<Auth><Token>${token}</Token><Sign>${sign}</Sign><Cuit>${cuit}</Cuit></Auth>`;
  expect((await ask(`${authority.url}/production`, production)).text).toContain("<Code>602</Code>");
  expect((await ask(authority.url, auth)).text).toContain("<CAEA>2");
});

test("codes, reports and declarations survive a restart, even with a torn last line", async () => {
  const dataFolder = mkdtempSync(path.join(tmpdir(), "caea-"));
  const first = await openCaeaSimulator(dataFolder);
  await first.moveTo("20311105");
  const code = codeIn(await first.own.request(203111, 1));
  await first.moveTo("20311120");
  await first.own.report(7, 6, [{ number: 1, CAEA: code }]);
  await first.own.declareIdle(8, code);
  const before = await first.control.caea();
  await first.close();
  appendFileSync(path.join(dataFolder, "caea-homologation.jsonl"), '{"cuit":"3071');

  const second = await startAuthority({ dataFolder });
  const again = controlAuthority(second.control);
  expect(await again.caea()).toEqual(before);
  await again.reset(["ledger"]);
  await second.close();
  const third = await startAuthority({ dataFolder });
  expect(await controlAuthority(third.control).caea()).toEqual([]);
  await third.close();
  rmSync(dataFolder, { recursive: true });
});
