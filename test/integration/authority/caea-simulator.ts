import { afterAll, expect } from "vitest";
import { createIdentity } from "../../authority/client-identity.js";
import { login, postSoap, readVerdict, type SoapReply, soapBody, textsOf } from "../../authority/client-session.js";
import { controlAuthority } from "../../authority/control-client.js";
import { openSchemaCheck } from "../../authority/official-schema.js";
import { type Authority, startAuthority } from "../../authority/server.js";

export const cuit = "30712345671";
export const monotributista = "20111111112";
export const otherCuit = "30710151543";
/** A person of the registry without the taxes that an issuer needs. */
export const untaxedCuit = "20222222223";

const detailOrder =
  "Concepto DocTipo DocNro CbteDesde CbteHasta CbteFch ImpTotal ImpTotConc ImpNeto ImpOpEx ImpTrib ImpIVA FchServDesde FchServHasta FchVtoPago MonId MonCotiz CanMisMonExt CondicionIVAReceptorId CbtesAsoc Tributos Iva Opcionales Compradores PeriodoAsoc Actividades CAEA CbteFchHsGen".split(
    " ",
  );

type ReportFields = { number: number } & Record<string, string | number | undefined>;

/** A sale of 121.00 to a final consumer on 2031-11-10, in the order of the schema; `fields` override its elements. */
function detailXml({ number, ...fields }: ReportFields): string {
  const values: Record<string, string | number | undefined> = {
    Concepto: 1,
    DocTipo: 99,
    DocNro: 0,
    CbteDesde: number,
    CbteHasta: number,
    CbteFch: "20311110",
    ImpTotal: "121.00",
    ImpTotConc: "0.00",
    ImpNeto: "100.00",
    ImpOpEx: "0.00",
    ImpTrib: "0.00",
    ImpIVA: "21.00",
    MonId: "PES",
    MonCotiz: 1,
    CondicionIVAReceptorId: 5,
    Iva: "<AlicIva><Id>5</Id><BaseImp>100.00</BaseImp><Importe>21.00</Importe></AlicIva>",
    CbteFchHsGen: "20311110143507",
    ...fields,
  };
  return detailOrder
    .filter((name) => values[name] !== undefined)
    .map((name) => `<${name}>${values[name]}</${name}>`)
    .join("");
}

/** The clock's offset that makes it noon of that day in Argentina. */
export const offsetOf = (day: string) =>
  Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T15:00:00Z`) - Date.now();

const schema = openSchemaCheck("wsfev1.wsdl");

/** A taxpayer's session. It holds every request and answer against the official schema. */
async function openSession(authority: Authority, taxpayer: string) {
  const identity = await createIdentity(authority.control, taxpayer);
  const { token, sign } = await login(authority.url, identity, "wsfe");
  const auth = `<Auth><Token>${token}</Token><Sign>${sign}</Sign><Cuit>${taxpayer}</Cuit></Auth>`;

  async function ask(operation: string, content: string, ownAuth = auth): Promise<SoapReply> {
    const body = soapBody(`<${operation} xmlns="http://ar.gov.afip.dif.FEV1/">${ownAuth}${content}</${operation}>`);
    expect([operation, schema(body)]).toEqual([operation, []]);
    const answer = await postSoap(`${authority.url}/wsfev1/service.asmx`, body);
    expect([answer.status, schema(answer.text)]).toEqual([200, []]);
    return answer;
  }

  const askFor = (period: number, order: number) => `<Periodo>${period}</Periodo><Orden>${order}</Orden>`;
  return {
    identity,
    auth,
    ask,
    request: (period: number, order: number) => ask("FECAEASolicitar", askFor(period, order)),
    find: (period: number, order: number) => ask("FECAEAConsultar", askFor(period, order)),
    report(pos: number, type: number, details: ReportFields[], count = details.length) {
      const rows = details.map((detail) => `<FECAEADetRequest>${detailXml(detail)}</FECAEADetRequest>`).join("");
      return ask(
        "FECAEARegInformativo",
        `<FeCAEARegInfReq><FeCabReq><CantReg>${count}</CantReg><PtoVta>${pos}</PtoVta><CbteTipo>${type}</CbteTipo></FeCabReq><FeDetReq>${rows}</FeDetReq></FeCAEARegInfReq>`,
      );
    },
    declareIdle: (pos: number, code: string) =>
      ask("FECAEASinMovimientoInformar", `<PtoVta>${pos}</PtoVta><CAEA>${code}</CAEA>`),
    findIdle: (pos: number, code: string) =>
      ask("FECAEASinMovimientoConsultar", `<CAEA>${code}</CAEA><PtoVta>${pos}</PtoVta>`),
    async lastNumber(pos: number, type: number): Promise<number> {
      const answer = await ask("FECompUltimoAutorizado", `<PtoVta>${pos}</PtoVta><CbteTipo>${type}</CbteTipo>`);
      return Number(textsOf(answer.xml, "CbteNro")[0]);
    },
    lookUp: (pos: number, type: number, number: number) =>
      ask(
        "FECompConsultar",
        `<FeCompConsReq><CbteTipo>${type}</CbteTipo><CbteNro>${number}</CbteNro><PtoVta>${pos}</PtoVta></FeCompConsReq>`,
      ),
    /** A request for a CAE with the same detail. */
    issue(pos: number, type: number, { CbteFchHsGen: _, ...detail }: ReportFields) {
      const xml = detailXml({ ...detail, CbteFchHsGen: undefined });
      return ask(
        "FECAESolicitar",
        `<FeCAEReq><FeCabReq><CantReg>1</CantReg><PtoVta>${pos}</PtoVta><CbteTipo>${type}</CbteTipo></FeCabReq><FeDetReq><FECAEDetRequest>${xml}</FECAEDetRequest></FeDetReq></FeCAEReq>`,
      );
    },
  };
}

export const codeIn = ({ xml }: SoapReply): string => textsOf(xml, "CAEA")[0] ?? "";

/** The results and all codes of an answer, in its order. */
export function verdictOf(reply: SoapReply) {
  const { header, details, errors, observations } = readVerdict(reply);
  return { header, details, errors, observations };
}

/** Longer than all tests go ahead of the machine's clock. */
export const ticketSeconds = 20 * 366 * 86_400;

/** Opens a simulator for the whole test file, and a session of one taxpayer. Its clock goes to years ahead, as a ticket is not valid before its login. */
export async function openCaeaSimulator(dataFolder?: string) {
  const authority = await startAuthority({ dataFolder, settings: { ticketSeconds } });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await authority.close();
    isOpen = false;
  };
  afterAll(close);
  const control = controlAuthority(authority.control);
  return {
    authority,
    close,
    control,
    own: await openSession(authority, cuit),
    /** Another taxpayer's session. */
    open: (taxpayer: string) => openSession(authority, taxpayer),
    /** Makes it noon of that day, yyyymmdd. */
    moveTo: (day: string) => control.set({ clockOffsetMs: offsetOf(day) }),
  };
}
