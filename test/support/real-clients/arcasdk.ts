import { type RealClient, type Setting, saleDetail, saleVat } from "./client.js";
import { loadClient } from "./install.js";

interface Arca {
  electronicBillingService: {
    getLastVoucher(pos: number, type: number): Promise<{ cbteNro: number }>;
    createVoucher(voucher: object): Promise<{ cae: string; caeFchVto: string }>;
    getVoucherInfo(number: number, pos: number, type: number): Promise<{ codAutorizacion: string; impTotal: number }>;
    getSalesPoints(): Promise<{ resultGet: { ptoVenta: { nro: number }[] } }>;
  };
  registerInscriptionProofService: {
    getTaxpayerDetails(taxId: number): Promise<{ datosGenerales: { idPersona: number } } | null>;
  };
  registerScopeThirteenService: { getTaxpayerDetails(taxId: number): Promise<{ idPersona: number } | null> };
}

/** @arcasdk/core: SOAP 1.2 for invoicing, with its own copies of the WSDLs. */
export async function openArcasdk({ url, cuit, certificatePem, keyPem, folder, today }: Setting): Promise<RealClient> {
  const config = "@arcasdk/core/lib/infrastructure/soap/config";
  const { Endpoints } = loadClient<{ Endpoints: Record<string, string> }>(`${config}/endpoints.types`);
  const { ArcaServiceConfigs } = loadClient<{ ArcaServiceConfigs: Record<string, { endpointTesting: string }> }>(
    `${config}/arca-service-config`,
  );
  const ours = (endpoint: string) => url + new URL(endpoint).pathname;
  for (const [name, endpoint] of Object.entries(Endpoints)) Endpoints[name] = ours(endpoint);
  for (const service of Object.values(ArcaServiceConfigs)) service.endpointTesting = ours(service.endpointTesting);

  const { Arca } = loadClient<{ Arca: new (context: object) => Arca }>("@arcasdk/core");
  const arca = new Arca({
    cert: certificatePem,
    key: keyPem,
    cuit: Number(cuit),
    production: false,
    ticketPath: folder,
  });
  const billing = arca.electronicBillingService;
  const orNull = (error: Error) => {
    // The client only recognizes the "not found" text of A5.
    if (error.message.includes("inexistente")) return null;
    throw error;
  };

  return {
    lastNumber: async (pos, type) => (await billing.getLastVoucher(pos, type)).cbteNro,
    async issue(PtoVta, CbteTipo, number) {
      const sale = { CantReg: 1, PtoVta, CbteTipo, ...saleDetail(number, today), Iva: [saleVat] };
      const { cae, caeFchVto } = await billing.createVoucher(sale);
      return { cae, caeExpiration: caeFchVto };
    },
    async consult(pos, type, number) {
      const { codAutorizacion, impTotal } = await billing.getVoucherInfo(number, pos, type);
      return { cae: codAutorizacion, total: impTotal };
    },
    pointsOfSale: async () => (await billing.getSalesPoints()).resultGet.ptoVenta.map(({ nro }) => nro),
    lookUp: {
      a5: async (taxId) =>
        Number((await arca.registerInscriptionProofService.getTaxpayerDetails(taxId))?.datosGenerales.idPersona ?? 0) ||
        null,
      a13: async (taxId) =>
        Number((await arca.registerScopeThirteenService.getTaxpayerDetails(taxId).catch(orNull))?.idPersona ?? 0) ||
        null,
    },
  };
}
