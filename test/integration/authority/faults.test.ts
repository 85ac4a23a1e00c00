import { beforeEach, expect, test } from "vitest";
import { readVerdict } from "../../authority/client-session.js";
import { openSimulator } from "./simulator.js";

const { control, session } = await openSimulator();
beforeEach(() => control.reset(["ledger", "faults", "calls", "settings"]));

test("a drop after the grant gives no answer, but the voucher exists", async () => {
  await control.pushFault({ operation: "FECAESolicitar", when: "after", action: "drop" });
  await expect(session.issue(1, 6, [{ number: 1 }])).rejects.toThrow();
  expect(await session.lastNumber(1, 6)).toBe(1);
  expect((await session.lookUp(1, 6, 1)).text).toContain("<Resultado>A</Resultado>");
  expect(await control.ledger({ pos: 1, type: 6 })).toMatchObject([
    { env: "homologation", number: 1, total: "121.00" },
  ]);
});

test("a drop before the grant leaves no voucher, and the fault acts only once", async () => {
  await control.pushFault({ operation: "FECAESolicitar", action: "drop" });
  await expect(session.issue(1, 6, [{ number: 1 }])).rejects.toThrow();
  expect(await session.lastNumber(1, 6)).toBe(0);
  expect(readVerdict(await session.issue(1, 6, [{ number: 1 }])).header).toBe("A");
  expect(await control.calls("FECAESolicitar")).toBe(2);
});

test("a delayed request is executed although its client is gone", async () => {
  await control.pushFault({ operation: "FECAESolicitar", action: "delay", ms: 150, pos: 7 });
  const sent = session.issue(7, 6, [{ number: 1 }]);
  expect(await session.lastNumber(7, 6)).toBe(0);
  await sent;
  expect(await session.lastNumber(7, 6)).toBe(1);
});

test("scripted codes, statuses and bodies replace the answer", async () => {
  const fields = { operation: "FECAESolicitar", pos: 1 } as const;
  await control.pushFault({ ...fields, action: "error", code: "502", msg: "Transaccion Activa" });
  const busy = await session.issue(1, 6, [{ number: 1 }]);
  expect(busy.text).toContain("<FECAESolicitarResult><Errors><Err><Code>502</Code><Msg>Transaccion Activa</Msg>");

  await control.pushFault({ ...fields, action: "status", status: 503, body: "<down/>" });
  expect(await session.issue(1, 6, [{ number: 1 }])).toMatchObject({ status: 503, text: "<down/>" });

  await control.pushFault({ ...fields, when: "after", action: "truncate" });
  await expect(session.issue(1, 6, [{ number: 1 }])).rejects.toThrow(/Unclosed|Unexpected/);
  expect(await session.lastNumber(1, 6)).toBe(1);
});

test("a filter by number spares the other numbers", async () => {
  await control.pushFault({ operation: "FECAESolicitar", action: "error", code: "501", number: 2, times: null });
  expect(readVerdict(await session.issue(1, 6, [{ number: 1 }])).header).toBe("A");
  expect(readVerdict(await session.issue(1, 6, [{ number: 2 }])).errors).toEqual([501]);
  expect(readVerdict(await session.issue(1, 6, [{ number: 2 }])).errors).toEqual([501]);
});

test("a foreign voucher can take the next number", async () => {
  const foreign = await control.issueForeign({ cuit: "30712345671", pos: 1, type: 6, fields: { ImpTotal: "242" } });
  expect(foreign).toMatchObject({ number: 1, foreign: true, total: "242.00" });
  expect(readVerdict(await session.issue(1, 6, [{ number: 1 }])).errors).toEqual([10016]);
  expect((await session.lookUp(1, 6, 1)).text).toContain("<ImpTotal>242</ImpTotal>");
});

test("a voucher can be counted before it can be looked up", async () => {
  await control.set({ visibilityLagMs: 60_000 });
  await session.issue(1, 6, [{ number: 1 }]);
  expect(await session.lastNumber(1, 6)).toBe(1);
  expect((await session.lookUp(1, 6, 1)).text).toContain("<Code>602</Code>");
  await control.set({ visibilityLagMs: 0 });
  expect((await session.lookUp(1, 6, 1)).text).toContain("<Resultado>A</Resultado>");
});

test("a wrong control request gets an answer that explains it", async () => {
  await expect(control.pushFault({ action: "explode" } as never)).rejects.toThrow(/400.*action/s);
});
