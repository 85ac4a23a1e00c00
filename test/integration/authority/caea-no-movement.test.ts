import { beforeEach, expect, test } from "vitest";
import { textsOf } from "../../authority/client-session.js";
import { defaultSettings } from "../../authority/settings.js";
import { noMovementFixtures } from "../../support/samples/caea-fixtures.js";
import { codeIn, cuit, offsetOf, openCaeaSimulator, otherCuit, ticketSeconds, verdictOf } from "./caea-simulator.js";

const { control, own, open, moveTo } = await openCaeaSimulator();
const other = await open(otherCuit);

let code = "";
let othersCode = "";

/** A simulator with the codes of 2031-11-01 to 15, on 2031-11-20. */
beforeEach(async () => {
  await control.reset(["ledger", "faults"]);
  await control.set({ ...defaultSettings, ticketSeconds, clockOffsetMs: offsetOf("20311105") });
  code = codeIn(await own.request(203111, 1));
  othersCode = codeIn(await other.request(203111, 1));
  await moveTo("20311120");
});

test("a declaration is answered with its day, and can be looked up", async () => {
  expect((await own.declareIdle(7, code)).text).toContain(
    `<FECAEASinMovimientoInformarResult><CAEA>${code}</CAEA><FchProceso>20311120</FchProceso><PtoVta>7</PtoVta><Resultado>A</Resultado></FECAEASinMovimientoInformarResult>`,
  );
  expect((await own.findIdle(7, code)).text).toContain(
    `<FECAEASinMovimientoConsultarResult><ResultGet><FECAEASinMov><CAEA>${code}</CAEA><FchProceso>20311120</FchProceso><PtoVta>7</PtoVta></FECAEASinMov></ResultGet></FECAEASinMovimientoConsultarResult>`,
  );
  expect((await control.caea({ cuit }))[0]?.withoutMovement).toEqual([{ pos: 7, processed: "20311120" }]);
  await control.reset(["ledger"]);
  expect(await control.caea()).toEqual([]);
});

// Source: issuer/authority/README.md, section 13.4.
test.each(noMovementFixtures)("$operation, $name: $code", async (fixture) => {
  const { operation, pos = 7, sent, point } = fixture;
  const CAEA = { own: code, other: othersCode }[sent ?? "own"] ?? sent;
  if (point) await control.set({ pointsOfSale: { [cuit]: [1, { number: pos, ...point }] } });
  if (fixture.reported)
    expect(verdictOf(await own.report(pos, 6, [{ number: 1, CAEA }]))).toMatchObject({ header: "A" });
  if (fixture.declared) expect(verdictOf(await own.declareIdle(pos, code)).header).toBe("A");
  if (fixture.today) await moveTo(fixture.today);
  const reply = await own[operation](pos, CAEA ?? "");
  expect(verdictOf(reply).errors).toEqual(fixture.code === undefined ? [] : [fixture.code]);
  if (operation === "declareIdle")
    expect([textsOf(reply.xml, "Resultado"), textsOf(reply.xml, "CAEA")]).toEqual([
      [fixture.code === undefined ? "A" : "R"],
      [CAEA],
    ]);
});

test("a declaration whose answer is lost counts, and a second one says so", async () => {
  await control.pushFault({ operation: "FECAEASinMovimientoInformar", when: "after", action: "drop", pos: 7 });
  await expect(own.declareIdle(7, code)).rejects.toThrow();
  expect(verdictOf(await own.declareIdle(7, code)).errors).toEqual([1209]);
});

test("without a ticket the answer has the point of sale and the error, but no result", async () => {
  const reply = await own.ask("FECAEASinMovimientoInformar", `<PtoVta>4002</PtoVta><CAEA>${code}</CAEA>`, "");
  expect(reply.text).toContain("<FECAEASinMovimientoInformarResult><PtoVta>4002</PtoVta><Errors><Err><Code>500</Code>");
});
