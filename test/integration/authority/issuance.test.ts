import { expect, test } from "vitest";
import { toFiscalDate } from "../../authority/argentine-time.js";
import {
  issueRequest,
  openSession,
  postSoap,
  readVerdict,
  soapBody,
  textsOf,
  voucherXml,
} from "../../authority/client-session.js";
import { openSimulator } from "./simulator.js";

let lastPos = 0;

const { authority, control, session } = await openSimulator();

const newPos = () => {
  lastPos += 1;
  return lastPos;
};
const dayFromNow = (days: number) => toFiscalDate(new Date(Date.now() + days * 86_400_000));
const wsfe = () => `${authority.url}/wsfev1/service.asmx`;

test("an authorized voucher takes the next number and can be looked up with every declared field", async () => {
  const pos = newPos();
  expect(await session.lastNumber(pos, 6)).toBe(0);
  const reply = await session.issue(pos, 6, [
    {
      number: 1,
      CbteFch: dayFromNow(0),
      ImpTotal: "122.00",
      ImpTrib: "1.00",
      Tributos:
        "<Tributo><Id>99</Id><Desc>Tasa &amp; cía</Desc><BaseImp>100.00</BaseImp><Alic>1.00</Alic><Importe>1.00</Importe></Tributo>",
    },
  ]);
  const verdict = readVerdict(reply);
  expect(verdict).toMatchObject({ header: "A", details: ["A"], errors: [], observations: [] });
  expect(verdict.caes[0]).toMatch(/^\d{14}$/);
  expect(await session.lastNumber(pos, 6)).toBe(1);

  const { text } = await session.lookUp(pos, 6, 1);
  expect(text).toContain(
    "<ImpTotal>122</ImpTotal><ImpTotConc>0</ImpTotConc><ImpNeto>100</ImpNeto><ImpOpEx>0</ImpOpEx><ImpTrib>1</ImpTrib><ImpIVA>21</ImpIVA><FchServDesde /><FchServHasta /><FchVtoPago /><MonId>PES</MonId><MonCotiz>1</MonCotiz><CondicionIVAReceptorId>5</CondicionIVAReceptorId><Tributos><Tributo><Id>99</Id><Desc>Tasa &amp; cía</Desc>",
  );
  expect(text).toContain(
    `<CodAutorizacion>${verdict.caes[0]}</CodAutorizacion><EmisionTipo>CAE</EmisionTipo><FchVto>${dayFromNow(10)}</FchVto>`,
  );
  expect(text).toMatch(/<FchProceso>\d{14}<\/FchProceso><PtoVta>\d+<\/PtoVta><CbteTipo>6<\/CbteTipo><\/ResultGet>/);
});

test("a wrong number and a date before the last voucher's are refused in Errors, with an empty CAE", async () => {
  const pos = newPos();
  const skipped = await session.issue(pos, 6, [{ number: 2 }]);
  expect(readVerdict(skipped)).toMatchObject({
    header: "R",
    details: ["R"],
    caes: [""],
    errors: [10016],
    observations: [],
  });
  expect(skipped.text).toContain("<CAE /><CAEFchVto /></FECAEDetResponse></FeDetResp><Errors>");
  expect(await session.lastNumber(pos, 6)).toBe(0);

  await session.issue(pos, 6, [{ number: 1 }]);
  const repeated = readVerdict(await session.issue(pos, 6, [{ number: 1 }]));
  expect(repeated.errors).toEqual([10016]);
  const earlier = readVerdict(await session.issue(pos, 6, [{ number: 2, CbteFch: dayFromNow(-1) }]));
  expect(earlier.errors).toEqual([10016]);
});

test("a date outside the window is refused in Observaciones", async () => {
  const pos = newPos();
  const old = await session.issue(pos, 6, [{ number: 1, CbteFch: dayFromNow(-6) }]);
  expect(readVerdict(old)).toMatchObject({ header: "R", errors: [], observations: [10016] });
  expect(old.text).toContain("Debe estar comprendido  en el  rango  N-5 y N+5");
  const service = {
    number: 1,
    Concepto: 2,
    FchServDesde: dayFromNow(-9),
    FchServHasta: dayFromNow(0),
    FchVtoPago: dayFromNow(0),
  };
  expect(readVerdict(await session.issue(pos, 6, [{ ...service, CbteFch: dayFromNow(-9) }])).header).toBe("A");
});

test("in a batch the first refusal refuses all that follow, and those before it keep their CAE", async () => {
  const pos = newPos();
  const reply = await session.issue(pos, 6, [{ number: 1 }, { number: 2, ImpTotal: "999" }, { number: 3 }]);
  const verdict = readVerdict(reply);
  expect(verdict).toMatchObject({ header: "P", details: ["A", "R", "R"], errors: [], observations: [10048] });
  expect(verdict.caes.map((cae) => cae.length)).toEqual([14, 0, 0]);
  expect(await session.lastNumber(pos, 6)).toBe(1);
});

test("the header is checked before any voucher", async () => {
  const many = Array.from({ length: 251 }, (_, index) => ({ number: index + 1 }));
  expect(readVerdict(await session.issue(newPos(), 6, many)).errors).toEqual([10003]);
  const wrongCount = await session.call("FECAESolicitar", issueRequest(newPos(), 6, [{ number: 1 }], 2));
  expect(readVerdict(wrongCount)).toMatchObject({ header: "R", errors: [10002] });
  expect(readVerdict(await session.issue(newPos(), 83, [{ number: 1 }])).errors).toEqual([10007]);
  await control.set({ pointsOfSale: { "30712345671": [1] } });
  expect(readVerdict(await session.issue(77, 6, [{ number: 1 }])).errors).toEqual([10005]);
  const [plain, blocked, other] = [
    1,
    { number: 2, blocked: true },
    { number: 3, type: "CAE - Otro", closedOn: "20260101" },
  ];
  await control.set({ pointsOfSale: { "30712345671": [plain, blocked, other] } });
  const { xml } = await session.call("FEParamGetPtosVenta");
  expect(textsOf(xml, "EmisionTipo")).toEqual(["CAE - Ri Iva", "CAE - Ri Iva", "CAE - Otro"]);
  expect([textsOf(xml, "Bloqueado"), textsOf(xml, "FchBaja")]).toEqual([
    ["N", "S", "N"],
    ["NULL", "NULL", "20260101"],
  ]);
  for (const pos of [2, 3]) expect(readVerdict(await session.issue(pos, 6, [{ number: 1 }])).errors).toEqual([10005]);
  await control.set({ pointsOfSale: {} });
});

test("an A to a monotributista is authorized with an observation", async () => {
  const receiver = { DocTipo: 80, DocNro: "20111111112", CondicionIVAReceptorId: 6 };
  const verdict = readVerdict(await session.issue(newPos(), 1, [{ number: 1, ...receiver }]));
  expect(verdict).toMatchObject({ header: "A", observations: [10217] });
});

test("homologation and production are separate ledgers, and the bare paths are homologation", async () => {
  const production = await openSession(authority, "30712345671", `${authority.url}/production`);
  const homologation = await openSession(authority, "30712345671", `${authority.url}/homologation`);
  const pos = newPos();
  await session.issue(pos, 6, [{ number: 1 }]);
  expect(await homologation.lastNumber(pos, 6)).toBe(1);
  expect(await production.lastNumber(pos, 6)).toBe(0);
  const crossed = await production.call("FECompTotXRequest", "", session.auth);
  expect(crossed.text).toContain("ValidacionDeToken: Error al verificar hash: </Msg>");
});

test("refused tickets are answered with code 600 and zeros", async () => {
  const ask = (auth: string) =>
    session.call("FECompUltimoAutorizado", "<PtoVta>1</PtoVta><CbteTipo>6</CbteTipo>", auth);
  const garbage = await ask("<Auth><Token>YWJj</Token><Sign>x</Sign><Cuit>30712345671</Cuit></Auth>");
  expect(garbage.status).toBe(200);
  expect(garbage.text).toContain(
    "<PtoVta>0</PtoVta><CbteTipo>0</CbteTipo><CbteNro>0</CbteNro><Errors><Err><Code>600</Code>",
  );
  const other = await ask(session.auth.replace("<Cuit>30712345671", "<Cuit>20111111112"));
  expect(other.text).toContain("No apareció CUIT en lista de relaciones: 20111111112");
  expect((await ask("")).text).toContain("<Code>500</Code><Msg>Campo Auth no fue ingresado o esta mal formado.</Msg>");
  await control.set({ clockOffsetMs: 50_000_000 });
  expect((await ask(session.auth)).text).toContain("No validaron las fechas del token. GenTime=");
  await control.set({ clockOffsetMs: 0 });
});

test("queries answer 602 for what does not exist and 10202 for an impossible number", async () => {
  expect((await session.lookUp(1, 6, 9_999)).text).toContain("<Code>602</Code>");
  expect((await session.lookUp(1, 6, 123_456_789)).text).toContain("<Code>10202</Code>");
});

test("SOAP 1.2 without any action, free element order and leading zeros are understood", async () => {
  const pos = newPos();
  const content = `<FECAESolicitar xmlns="http://ar.gov.afip.dif.FEV1/"><FeCAEReq><FeDetReq><FECAEDetRequest><CondicionIVAReceptorId>05</CondicionIVAReceptorId>${voucherXml({ number: 1, CondicionIVAReceptorId: undefined })}</FECAEDetRequest></FeDetReq><FeCabReq><CbteTipo>06</CbteTipo><PtoVta>000${pos}</PtoVta><CantReg>1</CantReg></FeCabReq></FeCAEReq>${session.auth}</FECAESolicitar>`;
  const reply = await postSoap(wsfe(), soapBody(content, "1.2"), {
    "content-type": "application/soap+xml; charset=utf-8",
  });
  expect(readVerdict(reply)).toMatchObject({ header: "A" });
  expect(reply.text).toContain('xmlns:soap="http://www.w3.org/2003/05/soap-envelope"');
  expect(reply.text).toMatch(
    /<soap:Header><FEHeaderInfo xmlns="[^"]+"><ambiente>HomologacionExterno - sr2<\/ambiente><fecha>[-\d]{10}T[:\d]{8}\.\d{7}-03:00</,
  );
});

test("an unreadable request is 400 for broken XML and 500 for a malformed number or an unknown action", async () => {
  expect(await postSoap(wsfe(), "<soap:Envelope")).toMatchObject({ status: 400, text: "" });
  const illegible = await session.call("FECompUltimoAutorizado", "<PtoVta>one</PtoVta>");
  expect(illegible.status).toBe(500);
  expect(illegible.text).toContain("System.FormatException: Input string was not in a correct format.");
  const unknown = await postSoap(wsfe(), soapBody("<x/>"), { soapaction: '"urn:unknown"' });
  expect(unknown.text).toContain("<faultcode>soap:Client</faultcode>");
});

test("tables and quotations match the real service", async () => {
  expect((await session.call("FEDummy", "", "")).text).toContain("<AppServer>OK</AppServer>");
  expect((await session.call("FEParamGetTiposIva")).text).toContain("<IvaTipo><Id>5</Id><Desc>21%</Desc>");
  expect((await session.call("FEParamGetCondicionIvaReceptor", "<ClaseCmp>A</ClaseCmp>")).text).toContain(
    "<Cmp_Clase>A</Cmp_Clase>",
  );
  expect((await session.call("FEParamGetActividades")).text).toContain("<ResultGet><ActividadesTipo><Id>620100</Id>");
  const quotation = await session.call("FEParamGetCotizacion", "<MonId>DOL</MonId>");
  expect(textsOf(quotation.xml, "MonCotiz")).toEqual(["1155.114"]);
  expect((await session.call("FEParamGetCotizacion", "<MonId>PES</MonId>")).text).toContain("Codigo  de moneda (PES)");
});
