/** What every published client is asked to do, in one form. */
export interface RealClient {
  lastNumber(pos: number, type: number): Promise<number>;
  /** Issues `sale` under this number. */
  issue(pos: number, type: number, number: number): Promise<Issued>;
  consult(pos: number, type: number, number: number): Promise<{ cae: string; total: number }>;
  /** The points of sale that the authority lists. */
  pointsOfSale?(): Promise<number[]>;
  /** By A5 and by A13: the tax id that came back; null when there is no such person. */
  lookUp?: Record<"a5" | "a13", (taxId: number) => Promise<number | null>>;
}

export interface Issued {
  cae: string;
  /** As the client gives it: 2026-08-28 or 20260828. */
  caeExpiration: string;
}

export interface Setting {
  /** Of the simulator: `http://127.0.0.1:…`. */
  url: string;
  cuit: string;
  certificatePem: string;
  keyPem: string;
  /** Where the client may keep its tickets. */
  folder: string;
  /** `YYYYMMDD` in Argentina. */
  today: string;
}

export const servicePaths = {
  wsaa: "/ws/services/LoginCms",
  wsfe: "/wsfev1/service.asmx",
  a5: "/sr-padron/webservices/personaServiceA5",
  a13: "/sr-padron/webservices/personaServiceA13",
};

/** A sale of 121 to a final consumer under the WSDL's names, in the order of the schema. */
export const saleDetail = (number: number, today: string) => ({
  Concepto: 1,
  DocTipo: 99,
  DocNro: 0,
  CbteDesde: number,
  CbteHasta: number,
  CbteFch: today,
  ImpTotal: 121,
  ImpTotConc: 0,
  ImpNeto: 100,
  ImpOpEx: 0,
  ImpTrib: 0,
  ImpIVA: 21,
  MonId: "PES",
  MonCotiz: 1,
  CondicionIVAReceptorId: 5,
});

export const saleVat = { Id: 5, BaseImp: 100, Importe: 21 };
