import path from "node:path";
import { type RealClient, type Setting, saleDetail, saleVat } from "./client.js";
import { loadClient } from "./install.js";

interface AfipServices {
  afipSoap: { urls: object };
  getLastBillNumber(parameters: object): Promise<{ CbteNro: number }>;
  createBill(parameters: object): Promise<{ FeDetResp: { FECAEDetResponse: { CAE: string; CAEFchVto: string }[] } }>;
  execRemote<Result>(service: string, method: string, parameters: object): Promise<Result>;
}

/** facturajs: SOAP 1.1, WSDLs fetched from the server, login requests whose times have no offset. It has no registry calls. */
export async function openFacturajs({
  url,
  cuit,
  certificatePem,
  keyPem,
  folder,
  today,
}: Setting): Promise<RealClient> {
  const { AfipSoap } = loadClient<{ AfipSoap: { getNetworkHour(): Promise<Date> } }>("facturajs/dist/lib/AfipSoap");
  AfipSoap.getNetworkHour = async () => new Date();
  const { AfipServices } = loadClient<{ AfipServices: new (config: object) => AfipServices }>("facturajs");
  const services = new AfipServices({
    homo: true,
    cacheTokensPath: path.join(folder, "facturajs.json"),
    tokensExpireInHours: 12,
    certContents: certificatePem,
    privateKeyContents: keyPem,
    useLegacyTls: false,
  });
  const login = `${url}/ws/services/LoginCms?wsdl`;
  services.afipSoap.urls = { homo: { login, service: `${url}/{name}/service.asmx?wsdl` } };
  const Auth = { Cuit: Number(cuit) };

  return {
    async lastNumber(PtoVta, CbteTipo) {
      return (await services.getLastBillNumber({ Auth, params: { PtoVta, CbteTipo } })).CbteNro;
    },
    async issue(PtoVta, CbteTipo, number) {
      const FECAEDetRequest = { ...saleDetail(number, today), Iva: [{ AlicIva: [saleVat] }] };
      const FeCAEReq = { FeCabReq: { CantReg: 1, PtoVta, CbteTipo }, FeDetReq: { FECAEDetRequest } };
      const { FeDetResp } = await services.createBill({ Auth, params: { FeCAEReq } });
      const [detail] = FeDetResp.FECAEDetResponse;
      return { cae: detail?.CAE ?? "", caeExpiration: detail?.CAEFchVto ?? "" };
    },
    async consult(PtoVta, CbteTipo, CbteNro) {
      type Answer = { ResultGet: { CodAutorizacion: string; ImpTotal: number } };
      const parameters = { Auth, params: { FeCompConsReq: { CbteTipo, CbteNro, PtoVta } } };
      const { ResultGet } = await services.execRemote<Answer>("wsfev1", "FECompConsultar", parameters);
      return { cae: ResultGet.CodAutorizacion, total: ResultGet.ImpTotal };
    },
  };
}
