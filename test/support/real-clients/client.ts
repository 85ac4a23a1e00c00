/** The common interface over the published clients. */
export interface RealClient {
  lastNumber(pos: number, type: number): Promise<number>;
  /** Issues `sale` under this number. */
  issue(pos: number, type: number, number: number): Promise<Issued>;
  consult(pos: number, type: number, number: number): Promise<{ cae: string; total: number }>;
  /** The points of sale that the authority lists. */
  pointsOfSale?(): Promise<number[]>;
  /** Looks a person up through A5 and A13. Gives the tax id in the answer; null when there is no such person. */
  lookUp?: Record<"a5" | "a13", (taxId: number) => Promise<number | null>>;
}

interface Issued {
  cae: string;
  /** In the client's own form: 2026-08-28 or 20260828. */
  caeExpiration: string;
}

export interface Setting {
  /** The simulator's: `http://127.0.0.1:…`. */
  url: string;
  cuit: string;
  certificatePem: string;
  keyPem: string;
  /** The folder in which the client may keep its tickets. */
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

/** A sale of 121 to a final consumer, with the WSDL's field names in the schema's order. */
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
