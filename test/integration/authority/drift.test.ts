import { beforeEach, expect, test } from "vitest";
import { toProcessTime } from "../../authority/argentine-time.js";
import { openSession, readVerdict, type SoapReply } from "../../authority/client-session.js";
import { controlAuthority } from "../../authority/control-client.js";
import { startAuthority } from "../../authority/server.js";
import type { XmlElement } from "../../authority/xml-element.js";
import { cuit, openSimulator } from "./simulator.js";

const { authority, control, session } = await openSimulator();
const production = await openSession(authority, cuit, `${authority.url}/production`);
beforeEach(() => control.reset(["ledger", "faults", "calls", "settings"]));

/** The names of ResultGet's children, in order. */
const namesOf = ({ children }: XmlElement): string[] =>
  children[0]?.name === "Concepto" ? children.map(({ name }) => name) : children.flatMap(namesOf);

const resultOf = ({ text }: SoapReply) => text.slice(text.indexOf("<ResultGet>"));

const patience = 300;
const isInOutage = (sent: Promise<unknown>) =>
  Promise.race([sent.then(() => false), new Promise((resolve) => setTimeout(resolve, patience, true))]);

test("a look-up changes, adds or omits declared fields as the setting says", async () => {
  await session.issue(1, 6, [{ number: 1 }, { number: 2 }]);
  await session.issue(2, 6, [{ number: 1 }]);
  const untouched = resultOf(await session.lookUp(2, 6, 1));
  const plain = resultOf(await session.lookUp(1, 6, 2));
  await control.set({
    restated: [
      { pos: 1, number: 1, field: "MonCotiz", value: "1.000000" },
      { pos: 1, field: "DocNro", value: "30710151543" },
      { pos: 1, type: 6, field: "CanMisMonExt", value: "N" },
      { pos: 1, number: 1, field: "CondicionIVAReceptorId", value: null },
      { pos: 1, number: 1, field: "Iva", value: null },
      { type: 1, field: "ImpTotal", value: "9" },
    ],
  });
  const { text } = await session.lookUp(1, 6, 1);
  expect(text).toContain("<DocNro>30710151543</DocNro>");
  expect(text).toMatch(/<MonId>PES<\/MonId><MonCotiz>1\.000000<\/MonCotiz><CanMisMonExt>N<\/CanMisMonExt><Resultado>/);
  expect(text).toContain("<ImpTotal>121</ImpTotal>");
  expect(resultOf(await session.lookUp(1, 6, 2))).toBe(
    plain
      .replace("<DocNro>0<", "<DocNro>30710151543<")
      .replace("<CondicionIVA", "<CanMisMonExt>N</CanMisMonExt><CondicionIVA"),
  );
  expect(resultOf(await session.lookUp(2, 6, 1))).toBe(untouched);
  expect(await control.ledger({ pos: 1 })).toMatchObject([{ docNumber: "0" }, { docNumber: "0" }]);
});

test("a look-up can have undeclared elements: known ones in their place, unknown ones last", async () => {
  await session.issue(1, 6, [{ number: 1 }]);
  await session.issue(2, 6, [{ number: 1 }]);
  await control.set({
    unknownElements: [
      { name: "ZonaFranca", value: "S & N" },
      { pos: 1, name: "PeriodoAsoc", value: { FchDesde: "20260101", FchHasta: "20260131" } },
    ],
  });
  const both = await session.lookUp(1, 6, 1);
  expect(both.text).toContain("<CbteTipo>6</CbteTipo><ZonaFranca>S &amp; N</ZonaFranca></ResultGet>");
  expect(both.text).toContain("<PeriodoAsoc><FchDesde>20260101</FchDesde><FchHasta>20260131</FchHasta></PeriodoAsoc>");
  expect(namesOf(both.xml).slice(-11)).toEqual(
    "CondicionIVAReceptorId Iva PeriodoAsoc Resultado CodAutorizacion EmisionTipo FchVto FchProceso PtoVta CbteTipo ZonaFranca".split(
      " ",
    ),
  );
  expect(namesOf((await session.lookUp(2, 6, 1)).xml).slice(-2)).toEqual(["CbteTipo", "ZonaFranca"]);
});

test("the counter can lag behind a grant, while the number is taken at once", async () => {
  await control.issueForeign({ cuit, pos: 1, type: 6, processedAgoMs: 120_000 });
  await control.set({ counterLagMs: 60_000 });
  expect(readVerdict(await session.issue(1, 6, [{ number: 2 }])).header).toBe("A");
  expect(await session.lastNumber(1, 6)).toBe(1);
  expect((await session.lookUp(1, 6, 2)).text).toContain("<Resultado>A</Resultado>");
  expect(readVerdict(await session.issue(1, 6, [{ number: 2 }])).errors).toEqual([10016]);
  expect(readVerdict(await session.issue(1, 6, [{ number: 3 }])).header).toBe("A");
  await control.set({ counterLagMs: 0 });
  expect(await session.lastNumber(1, 6)).toBe(3);
});

test("each lag can apply to a single point of sale", async () => {
  for (const pos of [1, 2]) await session.issue(pos, 6, [{ number: 1 }]);
  await control.set({ counterLagMs: { pos: 1, ms: 60_000 }, visibilityLagMs: { pos: 2, ms: 60_000 } });
  expect([await session.lastNumber(1, 6), await session.lastNumber(2, 6)]).toEqual([0, 1]);
  expect((await session.lookUp(1, 6, 1)).text).toContain("<Resultado>A</Resultado>");
  expect((await session.lookUp(2, 6, 1)).text).toContain("<Code>602</Code>");
});

test.each(["before", "after"] as const)(
  "a repeated request is executed twice, and its second answer is sent (%s)",
  async (when) => {
    await control.pushFault({ operation: "FECAESolicitar", when, action: "repeat" });
    expect(readVerdict(await session.issue(1, 6, [{ number: 1 }]))).toMatchObject({ header: "R", errors: [10016] });
    expect(await control.ledger({ pos: 1 })).toHaveLength(1);
    expect(await control.calls("FECAESolicitar")).toBe(2);
    expect(await control.requests({ operation: "FECAESolicitar" })).toMatchObject([{ numbers: [1] }, { numbers: [1] }]);
    expect(readVerdict(await session.issue(1, 6, [{ number: 2 }])).header).toBe("A");
  },
);

test("the second delivery may come later, after another request", async () => {
  await control.pushFault({ operation: "FECAESolicitar", when: "after", action: "repeat", ms: 400, number: 1 });
  const first = session.issue(1, 6, [{ number: 1 }]);
  await expect.poll(() => session.lastNumber(1, 6)).toBe(1);
  expect(readVerdict(await session.issue(1, 6, [{ number: 2 }])).header).toBe("A");
  expect(readVerdict(await first).errors).toEqual([10016]);
});

test("a foreign lot takes all its numbers, and each of them looks up the same voucher", async () => {
  const lot = await control.issueForeign({ cuit, pos: 1, type: 6, count: 5 });
  expect(lot).toMatchObject({ number: 1, numberTo: 5, foreign: true });
  expect(await session.lastNumber(1, 6)).toBe(5);
  for (const number of [1, 3, 5]) {
    const { text } = await session.lookUp(1, 6, number);
    expect(text).toContain("<CbteDesde>1</CbteDesde><CbteHasta>5</CbteHasta>");
    expect(text).toContain(`<CodAutorizacion>${lot.cae}</CodAutorizacion>`);
  }
  expect((await session.lookUp(1, 6, 6)).text).toContain("<Code>602</Code>");
  expect(readVerdict(await session.issue(1, 6, [{ number: 5 }])).errors).toEqual([10016]);
  expect(readVerdict(await session.issue(1, 6, [{ number: 6 }])).header).toBe("A");
});

test("a foreign voucher can declare any field and an earlier grant", async () => {
  const anHourAgo = toProcessTime(new Date(Date.now() - 3_600_000));
  const foreign = await control.issueForeign({
    cuit,
    pos: 1,
    type: 6,
    processedAgoMs: 3_600_000,
    fields: {
      DocTipo: 80,
      DocNro: "30710151543",
      ImpTotal: 250.5,
      ImpTrib: "8.50",
      ImpOpEx: "242",
      ImpNeto: "0",
      ImpIVA: "0",
      MonCotiz: null,
      CondicionIVAReceptorId: null,
      Iva: null,
      Tributos: [{ Id: 99, Desc: "Tasa", BaseImp: 242, Alic: 3.5, Importe: "8.50" }],
      PeriodoAsoc: { FchDesde: "20260101", FchHasta: "20260131" },
    },
  });
  expect(foreign).toMatchObject({ docNumber: "30710151543", total: "250.50", tributes: "8.50" });
  expect(foreign.processed >= anHourAgo && foreign.processed < toProcessTime(new Date(Date.now() - 3_500_000))).toBe(
    true,
  );
  const { text } = await session.lookUp(1, 6, 1);
  expect(text).toContain("<ImpTotal>250.5</ImpTotal>");
  expect(text).toContain(
    "<MonId>PES</MonId><Tributos><Tributo><Id>99</Id><Desc>Tasa</Desc><BaseImp>242</BaseImp><Alic>3.5</Alic><Importe>8.5</Importe></Tributo></Tributos><PeriodoAsoc>",
  );
});

test("one environment can hang while the other answers, and clearing the faults cuts the hanging calls", async () => {
  await control.pushFault({ env: "homologation", action: "hang", times: null });
  const counting = session.lastNumber(1, 6);
  const issuing = session.issue(1, 6, [{ number: 1 }]);
  expect(await isInOutage(Promise.any([counting, issuing]))).toBe(true);
  expect(readVerdict(await production.issue(1, 6, [{ number: 1 }])).header).toBe("A");
  expect(await control.ledger()).toMatchObject([{ env: "production" }]);
  await control.clearFaults();
  await expect(counting).rejects.toThrow();
  await expect(issuing).rejects.toThrow();
  expect(await session.lastNumber(1, 6)).toBe(0);
});

test("a voucher can be granted while its answer hangs, and closing the simulator does not wait for it", async () => {
  const own = await startAuthority();
  const other = await openSession(own, cuit);
  const { pushFault, ledger } = controlAuthority(own.control);
  await pushFault({ operation: "FECAESolicitar", when: "after", action: "hang" });
  const sent = other.issue(1, 6, [{ number: 1 }]).catch(() => "cut");
  await expect.poll(() => ledger()).toHaveLength(1);
  expect(await isInOutage(sent)).toBe(true);
  await own.close();
  expect(await sent).toBe("cut");
});

test.each(["repeat", "hang"] as const)("%s acts only where its filter matches", async (action) => {
  await control.pushFault({
    operation: "FECAESolicitar",
    action,
    env: "homologation",
    cuit,
    pos: 1,
    type: 6,
    number: 2,
  });
  for (const [pos, type] of [
    [2, 6],
    [1, 7],
  ] as const)
    for (const number of [1, 2]) {
      const fields =
        type === 7 ? { CbtesAsoc: "<CbteAsoc><Tipo>6</Tipo><PtoVta>9</PtoVta><Nro>1</Nro></CbteAsoc>" } : {};
      expect(readVerdict(await session.issue(pos, type, [{ number, ...fields }])).header).toBe("A");
    }
  for (const number of [1, 2]) expect(readVerdict(await production.issue(1, 6, [{ number }])).header).toBe("A");
  expect(readVerdict(await session.issue(1, 6, [{ number: 1 }])).header).toBe("A");
  const struck = session.issue(1, 6, [{ number: 2 }]);
  if (action === "repeat") expect(readVerdict(await struck).errors).toEqual([10016]);
  else expect(await isInOutage(struck)).toBe(true);
  await control.clearFaults();
  if (action === "hang") await expect(struck).rejects.toThrow();
});

test("a wrong field name gets an answer that explains it", async () => {
  await expect(control.set({ restated: [{ field: "MonCotizacion", value: "1" }] })).rejects.toThrow(/400.*ResultGet/s);
  await expect(control.set({ unknownElements: [{ name: "a b", value: "1" }] })).rejects.toThrow(/400/);
  const fields = { Total: "1" } as never;
  await expect(control.issueForeign({ cuit, pos: 1, type: 6, fields })).rejects.toThrow(/400.*Total/s);
});
