import { writeFileSync } from "node:fs";
import path from "node:path";
import { type RealClient, type Setting, saleDetail, saleVat, servicePaths } from "./client.js";
import { loadClient } from "./install.js";

interface Service {
  URL: string;
}
interface Registry<Person> extends Service {
  getTaxpayerDetails(taxId: number): Promise<Person | null>;
}
interface Afip {
  WSAA_URL: string;
  ElectronicBilling: Service & {
    getLastVoucher(pos: number, type: number): Promise<number>;
    createVoucher(voucher: object): Promise<{ CAE: string; CAEFchVto: string }>;
    getVoucherInfo(number: number, pos: number, type: number): Promise<{ CodAutorizacion: string; ImpTotal: number }>;
    getSalesPoints(): Promise<{ Nro: number }[]>;
  };
  RegisterInscriptionProof: Registry<{ datosGenerales: { idPersona: number | string } }>;
  RegisterScopeThirteen: Registry<{ idPersona: number | string }>;
}

/** @afipsdk/afip.js in a version that still calls the authority directly: SOAP 1.2 without an action, Auth after the payload. */
export async function openAfipJs({ url, cuit, certificatePem, keyPem, folder, today }: Setting): Promise<RealClient> {
  // Otherwise it reports every use to its vendor.
  loadClient<{ init: () => object }>("mixpanel").init = () => ({ track: () => undefined });
  const [cert, key] = [path.join(folder, "afip-js.crt"), path.join(folder, "afip-js.key")];
  writeFileSync(cert, certificatePem);
  writeFileSync(key, keyPem);
  const Afip = loadClient<new (options: object) => Afip>("@afipsdk/afip.js");
  const afip = new Afip({ CUIT: Number(cuit), cert, key, ta_folder: folder });
  afip.WSAA_URL = url + servicePaths.wsaa;
  afip.ElectronicBilling.URL = url + servicePaths.wsfe;
  afip.RegisterInscriptionProof.URL = url + servicePaths.a5;
  afip.RegisterScopeThirteen.URL = url + servicePaths.a13;

  return {
    lastNumber: (pos, type) => afip.ElectronicBilling.getLastVoucher(pos, type),
    async issue(PtoVta, CbteTipo, number) {
      const sale = { PtoVta, CbteTipo, ...saleDetail(number, today), Iva: [saleVat] };
      const { CAE, CAEFchVto } = await afip.ElectronicBilling.createVoucher(sale);
      return { cae: CAE, caeExpiration: CAEFchVto };
    },
    async consult(pos, type, number) {
      const { CodAutorizacion, ImpTotal } = await afip.ElectronicBilling.getVoucherInfo(number, pos, type);
      return { cae: CodAutorizacion, total: ImpTotal };
    },
    pointsOfSale: async () => (await afip.ElectronicBilling.getSalesPoints()).map(({ Nro }) => Nro),
    lookUp: {
      async a5(taxId) {
        const person = await afip.RegisterInscriptionProof.getTaxpayerDetails(taxId);
        return person && Number(person.datosGenerales.idPersona);
      },
      async a13(taxId) {
        const person = await afip.RegisterScopeThirteen.getTaxpayerDetails(taxId).catch((error: Error) => {
          // The client only recognizes the "not found" text of A5.
          if (error.message.includes("inexistente")) return null;
          throw error;
        });
        return person && Number(person.idPersona);
      },
    },
  };
}
