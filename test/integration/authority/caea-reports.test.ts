import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { translatedRules } from "../../authority/caea/rules/translated-rules.js";
import { textsOf } from "../../authority/client-session.js";
import { defaultSettings } from "../../authority/settings.js";
import { conditionCodes, type ReportFixture, reportFixtures } from "../../support/samples/caea-fixtures.js";
import {
  codeIn,
  cuit,
  monotributista,
  offsetOf,
  openCaeaSimulator,
  otherCuit,
  ticketSeconds,
  verdictOf,
} from "./caea-simulator.js";

const { control, own, open, moveTo } = await openCaeaSimulator();
const mono = await open(monotributista);
const other = await open(otherCuit);

const registered = "CAEA - Ri Iva CONTINGENCIA";
const declaredSale = {
  Concepto: 1,
  DocTipo: 99,
  DocNro: 0,
  CbteDesde: 1,
  CbteHasta: 1,
  CbteFch: "20261120",
  ImpTotal: "121",
  ImpTotConc: "0",
  ImpNeto: "100",
  ImpOpEx: "0",
  ImpTrib: "0",
  ImpIVA: "21",
  MonId: "PES",
  MonCotiz: "1",
  Iva: [{ Id: 5, BaseImp: "100", Importe: "21" }],
  CAEA: "20000000000000",
};
const unknown = { point: undefined, last: undefined, code: undefined, idle: [] };
const ruleInput = { ...unknown, type: 6, voucherClass: "B" as const, cuit, pos: 7, settings: defaultSettings };

/** Empties the simulator, has the code of 2031-11-01 to 15 granted, and goes to 2031-11-20. */
async function startOver(): Promise<string> {
  await control.reset(["ledger", "faults"]);
  await control.set({ ...defaultSettings, ticketSeconds, clockOffsetMs: offsetOf("20311105") });
  const granted = codeIn(await own.request(203111, 1));
  await moveTo("20311120");
  return granted;
}

// Source: issuer/authority/README.md, section 13.4.
describe("a reported voucher", () => {
  const codes = { own: "", mono: "", other: "" };

  beforeAll(async () => {
    codes.own = await startOver();
    await moveTo("20311105");
    codes.mono = codeIn(await mono.request(203111, 1));
    codes.other = codeIn(await other.request(203111, 1));
  });

  async function judge(fixture: ReportFixture, index: number) {
    const pos = fixture.pos ?? 1000 + index;
    const taxpayer = fixture.issuer === "monotributista" ? mono : own;
    const CAEA = fixture.othersCode ? codes.other : fixture.issuer === "monotributista" ? codes.mono : codes.own;
    const place = (fields: ReportFixture["fields"] = {}) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          name,
          typeof value === "string" ? value.replaceAll("POS", `${pos}`) : value,
        ]),
      );
    await control.set({
      ...defaultSettings,
      ...(fixture.point ? { pointsOfSale: { [cuit]: [{ number: pos, ...fixture.point }] } } : {}),
      ...fixture.settings,
      ticketSeconds,
      clockOffsetMs: offsetOf(fixture.today ?? "20311120"),
    });
    if (fixture.idle) expect(verdictOf(await taxpayer.declareIdle(pos, CAEA)).header).toBe("A");
    const type = fixture.type ?? 6;
    const before = fixture.before ?? [];
    for (const [at, one] of before.entries()) {
      const number = before.slice(0, at).filter((earlier) => earlier.type === one.type).length + 1;
      const reply = await taxpayer.report(pos, one.type ?? 6, [{ number, CAEA, ...place(one.fields) }]);
      expect(verdictOf(reply)).toMatchObject({ header: "A" });
    }
    const number = fixture.number ?? before.filter((one) => (one.type ?? 6) === type).length + 1;
    const detail = { number, CAEA, ...place(fixture.fields) };
    const details = Array.from({ length: fixture.copies ?? 1 }, () => detail);
    return verdictOf(await taxpayer.report(pos, type, details, fixture.count ?? details.length));
  }

  test.each(reportFixtures.map((fixture, index) => ({ ...fixture, index })))(
    "$name: $codes",
    async ({ index, ...fixture }) => {
      const verdict = await judge(fixture, index);
      const expected = [...fixture.codes].sort();
      expect({
        header: verdict.header,
        errors: [...verdict.errors].sort(),
        observations: [...verdict.observations].sort(),
      }).toEqual({
        header: fixture.accepted ? "A" : "R",
        errors: fixture.inErrors ? expected : [],
        observations: fixture.inErrors ? [] : expected,
      });
    },
  );
});

test.each(conditionCodes)(
  "a missing receiver's condition on $today: $code",
  ({ today, code: expected, observation }) => {
    const voucher = { ...declaredSale, CondicionIVAReceptorId: 0 };
    const found = translatedRules({ ...ruleInput, voucher, today });
    expect(found.map((one) => ({ code: one.code, observation: one.observation }))).toEqual([
      { code: expected, observation },
    ]);
  },
);

describe("reports", () => {
  let code = "";
  beforeEach(async () => {
    code = await startOver();
  });

  test("the answer has the elements of the contract, and the code that was sent", async () => {
    const { text } = await own.report(7, 6, [{ number: 1, CAEA: code }]);
    expect(text).toContain(
      `<Resultado>A</Resultado><Reproceso>N</Reproceso></FeCabResp><FeDetResp><FECAEADetResponse><Concepto>1</Concepto><DocTipo>99</DocTipo><DocNro>0</DocNro><CbteDesde>1</CbteDesde><CbteHasta>1</CbteHasta><CbteFch>20311110</CbteFch><Resultado>A</Resultado><CAEA>${code}</CAEA></FECAEADetResponse></FeDetResp></FECAEARegInformativoResult>`,
    );
    const unknown = await own.report(7, 6, [{ number: 2, CAEA: "" }]);
    expect(unknown.text).toContain(
      "<Resultado>R</Resultado><CAEA /></FECAEADetResponse></FeDetResp><Errors><Err><Code>782</Code><Msg>El &lt;CAEA&gt; es obligatorio informarlo.</Msg></Err></Errors>",
    );
  });

  test("Events come before Errors", async () => {
    await control.set({ events: [{ code: 39, msg: "aviso" }] });
    const { text } = await own.report(7, 6, [{ number: 5, CAEA: code }]);
    expect(text).toMatch(/<\/FeDetResp><Events>.*<\/Events><Errors>.*<Code>703<\/Code>/);
  });

  test("details are recorded up to the first refused one, and the rest is refused unread", async () => {
    const batch = (concept: number) =>
      [1, 2, 3].map((number) => ({ number, CAEA: code, Concepto: number === 2 ? concept : 1 }));
    expect(verdictOf(await own.report(7, 6, batch(4)))).toEqual({
      header: "P",
      details: ["A", "R", "R"],
      errors: [],
      observations: [713],
    });
    expect(await own.lastNumber(7, 6)).toBe(1);
    expect(verdictOf(await own.report(7, 6, batch(1).slice(1)))).toMatchObject({ header: "A", details: ["A", "A"] });
    expect(await own.lastNumber(7, 6)).toBe(3);
  });

  test("the numbers go on in the next fortnight, and no date goes back", async () => {
    const next = codeIn(await own.request(203111, 2));
    const later = { CAEA: next, CbteFch: "20311117", CbteFchHsGen: "20311117093000" };
    expect(
      verdictOf(
        await own.report(7, 6, [
          { number: 1, CAEA: code },
          { number: 2, ...later },
        ]),
      ).header,
    ).toBe("A");
    expect(verdictOf(await own.report(7, 6, [{ number: 3, CAEA: code }])).observations).toEqual([704]);
    expect(verdictOf(await own.report(7, 6, [{ number: 3, ...later }])).header).toBe("A");
  });

  test("a look-up tells the code and the end of its validity, and never when the voucher was generated", async () => {
    await own.report(7, 6, [{ number: 1, CAEA: code, ImpTotal: "130.00" }]);
    const { text } = await own.lookUp(7, 6, 1);
    expect(text).toContain(
      `<Resultado>A</Resultado><CodAutorizacion>${code}</CodAutorizacion><EmisionTipo>CAEA</EmisionTipo><FchVto>20311115</FchVto>`,
    );
    expect(text).toContain("<Code>724</Code>");
    expect(text).not.toContain("CbteFchHsGen");
    expect((await own.lookUp(7, 6, 2)).text).toContain("<Code>602</Code>");
  });

  test("a report whose answer is lost is recorded, and a second one gets 703", async () => {
    await control.pushFault({
      operation: "FECAEARegInformativo",
      when: "after",
      action: "drop",
      pos: 7,
      type: 6,
      number: 1,
    });
    await expect(own.report(7, 6, [{ number: 1, CAEA: code }])).rejects.toThrow();
    expect(await own.lastNumber(7, 6)).toBe(1);
    expect(verdictOf(await own.report(7, 6, [{ number: 1, CAEA: code }])).errors).toEqual([703]);

    await control.pushFault({ operation: "FECAEARegInformativo", action: "drop" });
    await expect(own.report(7, 6, [{ number: 2, CAEA: code }])).rejects.toThrow();
    expect(await own.lastNumber(7, 6)).toBe(1);

    await control.pushFault({ operation: "FECAEARegInformativo", action: "repeat" });
    expect(verdictOf(await own.report(7, 6, [{ number: 2, CAEA: code }])).errors).toEqual([703]);
    await control.pushFault({
      operation: "FECAEARegInformativo",
      action: "error",
      code: "502",
      msg: "Transaccion Activa",
    });
    expect((await own.report(7, 6, [{ number: 3, CAEA: code }])).text).toContain(
      "<FECAEARegInformativoResult><Errors><Err><Code>502</Code>",
    );
    expect(await control.requests({ operation: "FECAEARegInformativo", pos: 7 })).toContainEqual(
      expect.objectContaining({ numbers: [2], totals: ["121"] }),
    );
  });

  test("the lags hide a reported voucher too, and the number check has none", async () => {
    await control.set({ visibilityLagMs: 3_600_000, counterLagMs: 3_600_000 });
    await own.report(7, 6, [{ number: 1, CAEA: code }]);
    expect(await own.lastNumber(7, 6)).toBe(0);
    expect((await own.lookUp(7, 6, 1)).text).toContain("<Code>602</Code>");
    expect(verdictOf(await own.report(7, 6, [{ number: 2, CAEA: code }])).header).toBe("A");
  });

  test("scripted findings and refused issuers hold for reports", async () => {
    await control.set({ findings: [{ code: 1485, msg: "FCE", observation: true, number: 1 }] });
    expect(verdictOf(await own.report(7, 6, [{ number: 1, CAEA: code }]))).toMatchObject({
      header: "A",
      observations: [1485],
    });
  });

  test("a finding of one point of sale spares the others", async () => {
    await control.set({ findings: [{ code: 713, msg: "Concepto", pos: 8, type: 6, number: 1 }] });
    expect(verdictOf(await own.report(7, 6, [{ number: 1, CAEA: code }]))).toMatchObject({
      header: "A",
      observations: [],
    });
    await control.set({ findings: [{ code: 713, msg: "Concepto", pos: 7, type: 6, number: 2 }] });
    expect(verdictOf(await own.report(7, 6, [{ number: 2, CAEA: code }]))).toMatchObject({
      header: "R",
      observations: [713],
    });
  });

  test("a note with a CAE about a voucher that is not reported yet gets a remark", async () => {
    await control.set({ pointsOfSale: { [cuit]: [1, { number: 7, type: registered }] } });
    const note = {
      number: 1,
      CbteFch: "20311120",
      CbtesAsoc: "<CbteAsoc><Tipo>6</Tipo><PtoVta>7</PtoVta><Nro>1</Nro></CbteAsoc>",
    };
    expect(verdictOf(await own.issue(1, 8, note))).toMatchObject({ header: "A", observations: [10041] });
    expect(verdictOf(await own.report(7, 6, [{ number: 1, CAEA: code }])).header).toBe("A");
    expect(verdictOf(await own.issue(1, 8, { ...note, number: 2 }))).toMatchObject({ header: "A", observations: [] });
  });

  test("a point of sale of CAEA gives no CAE, and tells its kind", async () => {
    const points = [1, { number: 7, type: registered }, { number: 8, type: "CAEA - Monotributo CONTINGENCIA" }];
    await control.set({ pointsOfSale: { [cuit]: points } });
    expect(verdictOf(await own.issue(7, 6, { number: 1, CbteFch: "20311120" }))).toMatchObject({
      header: "R",
      errors: [10005],
    });
    expect(verdictOf(await own.issue(1, 6, { number: 1, CbteFch: "20311120" }))).toMatchObject({
      header: "A",
      errors: [],
    });
    expect(verdictOf(await own.report(1, 6, [{ number: 2, CAEA: code }])).errors).toEqual([701]);
    expect(await own.lastNumber(7, 6)).toBe(0);
    const { xml } = await own.ask("FEParamGetPtosVenta", "");
    expect(textsOf(xml, "EmisionTipo")).toEqual(["CAE - Ri Iva", registered, "CAEA - Monotributo CONTINGENCIA"]);
  });

  test("the control route lists what was reported under a code", async () => {
    await own.report(7, 6, [
      { number: 1, CAEA: code },
      { number: 2, CAEA: code, CbteHasta: 4 },
    ]);
    expect(await control.caea({ cuit })).toEqual([
      {
        env: "homologation",
        cuit,
        period: 203111,
        order: 1,
        code,
        from: "20311101",
        to: "20311115",
        reportBy: "20311123",
        processed: "20311105120000",
        observations: [],
        reported: [
          { pos: 7, type: 6, number: 1, numberTo: 1, generated: "20311110143507" },
          { pos: 7, type: 6, number: 2, numberTo: 4, generated: "20311110143507" },
        ],
        withoutMovement: [],
      },
    ]);
    expect(await control.caea({ cuit: monotributista })).toEqual([]);
    expect(await control.caea({ env: "production" })).toEqual([]);
    expect((await control.ledger({ pos: 7 }))[0]).toMatchObject({ emission: "CAEA", cae: code, number: 1 });
  });
});
