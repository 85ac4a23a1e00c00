import { createPrivateKey } from "node:crypto";
import { signCms, ticketRequest } from "../../authority/client-identity.js";
import { textsOf } from "../../authority/client-session.js";
import { parseXml } from "../../authority/xml-element.js";
import { type RealClient, type Setting, saleDetail, saleVat, servicePaths } from "./client.js";
import { loadClient } from "./install.js";

type Call = (parameters: object) => Promise<[Record<string, unknown>]>;
type SoapClient = Record<string, Call>;
interface Soap {
  createClientAsync(url: string, options?: object): Promise<SoapClient>;
}

/** The generic SOAP client on the simulator's own WSDLs: the strictest check of those and of its answers. */
export async function openSoapClient(setting: Setting, { soap12 = false } = {}): Promise<RealClient> {
  const { url, cuit, today } = setting;
  const soap = loadClient<Soap>("soap");
  const open = (path: string, options = {}) => soap.createClientAsync(`${url}${path}?wsdl`, options);
  const [wsaa, wsfe, a5, a13] = await Promise.all([
    open(servicePaths.wsaa),
    open(servicePaths.wsfe, { forceSoap12Headers: soap12 }),
    open(servicePaths.a5),
    open(servicePaths.a13),
  ]);
  const identity = { ...setting, privateKey: createPrivateKey(setting.keyPem) };

  async function call<Result>(client: SoapClient, operation: string, parameters: object): Promise<Result> {
    const run = client[`${operation}Async`];
    if (!run) throw new Error(`the contract has no ${operation}`);
    return (await run(parameters))[0] as Result;
  }
  async function login(service: string) {
    const in0 = signCms(ticketRequest(service), identity);
    const { loginCmsReturn } = await call<{ loginCmsReturn: string }>(wsaa, "loginCms", { in0 });
    const ticket = parseXml(loginCmsReturn);
    return { token: textsOf(ticket, "token")[0], sign: textsOf(ticket, "sign")[0] };
  }
  const [wsfeTicket, a5Ticket, a13Ticket] = [
    await login("wsfe"),
    await login("ws_sr_constancia_inscripcion"),
    await login("ws_sr_padron_a13"),
  ];
  const Auth = { Token: wsfeTicket.token, Sign: wsfeTicket.sign, Cuit: cuit };

  const lookUp = async <Person>(client: SoapClient, operation: string, ticket: object, taxId: number) =>
    call<{ personaReturn: Person }>(client, operation, { ...ticket, cuitRepresentada: cuit, idPersona: taxId }).catch(
      (error: Error) => {
        if (/No existe|inexistente/.test(error.message)) return null;
        throw error;
      },
    );

  return {
    async lastNumber(PtoVta, CbteTipo) {
      type Answer = { FECompUltimoAutorizadoResult: { CbteNro: number } };
      const answer = await call<Answer>(wsfe, "FECompUltimoAutorizado", { Auth, PtoVta, CbteTipo });
      return answer.FECompUltimoAutorizadoResult.CbteNro;
    },
    async issue(PtoVta, CbteTipo, number) {
      type Detail = { Resultado: string; CAE: string; CAEFchVto: string };
      type Answer = { FECAESolicitarResult: { FeDetResp: { FECAEDetResponse: Detail[] } } };
      const FECAEDetRequest = { ...saleDetail(number, today), Iva: { AlicIva: [saleVat] } };
      const FeCAEReq = { FeCabReq: { CantReg: 1, PtoVta, CbteTipo }, FeDetReq: { FECAEDetRequest: [FECAEDetRequest] } };
      const answer = await call<Answer>(wsfe, "FECAESolicitar", { Auth, FeCAEReq });
      const detail = answer.FECAESolicitarResult.FeDetResp.FECAEDetResponse[0];
      if (detail?.Resultado !== "A") throw new Error(JSON.stringify(answer));
      return { cae: detail.CAE, caeExpiration: detail.CAEFchVto };
    },
    async consult(PtoVta, CbteTipo, CbteNro) {
      type Answer = { FECompConsultarResult: { ResultGet: { CodAutorizacion: string; ImpTotal: number } } };
      const answer = await call<Answer>(wsfe, "FECompConsultar", {
        Auth,
        FeCompConsReq: { CbteTipo, CbteNro, PtoVta },
      });
      const { CodAutorizacion, ImpTotal } = answer.FECompConsultarResult.ResultGet;
      return { cae: CodAutorizacion, total: ImpTotal };
    },
    async pointsOfSale() {
      type Answer = { FEParamGetPtosVentaResult: { ResultGet: { PtoVenta: { Nro: number }[] } } };
      const answer = await call<Answer>(wsfe, "FEParamGetPtosVenta", { Auth });
      return answer.FEParamGetPtosVentaResult.ResultGet.PtoVenta.map(({ Nro }) => Nro);
    },
    lookUp: {
      async a5(taxId) {
        type Person = { datosGenerales: { idPersona: number | string } };
        const found = await lookUp<Person>(a5, "getPersona_v2", a5Ticket, taxId);
        return found && Number(found.personaReturn.datosGenerales.idPersona);
      },
      async a13(taxId) {
        type Person = { persona: { idPersona: number | string } };
        const found = await lookUp<Person>(a13, "getPersona", a13Ticket, taxId);
        return found && Number(found.personaReturn.persona.idPersona);
      },
    },
  };
}
