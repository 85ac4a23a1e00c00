/** The full URLs of the services of one environment. */
export interface EnvironmentEndpoints {
  wsaaUrl: string;
  wsfeUrl: string;
  padronA5Url: string;
  padronA13Url: string;
  /** The registry of credit invoices. */
  fecredUrl: string;
}

export interface Endpoints {
  homologation: EnvironmentEndpoints;
  production: EnvironmentEndpoints;
}

/** The authority's own services. Source: issuer/authority/README.md, sections 1.1, 2.1, 6.1 and 12.5. */
export const authorityEndpoints: Endpoints = {
  homologation: {
    wsaaUrl: "https://wsaahomo.afip.gov.ar/ws/services/LoginCms",
    wsfeUrl: "https://wswhomo.afip.gov.ar/wsfev1/service.asmx",
    padronA5Url: "https://awshomo.afip.gov.ar/sr-padron/webservices/personaServiceA5",
    padronA13Url: "https://awshomo.afip.gov.ar/sr-padron/webservices/personaServiceA13",
    fecredUrl: "https://fwshomo.afip.gov.ar/wsfecred/FECredService",
  },
  production: {
    wsaaUrl: "https://wsaa.afip.gov.ar/ws/services/LoginCms",
    wsfeUrl: "https://servicios1.afip.gov.ar/wsfev1/service.asmx",
    padronA5Url: "https://aws.afip.gov.ar/sr-padron/webservices/personaServiceA5",
    padronA13Url: "https://aws.afip.gov.ar/sr-padron/webservices/personaServiceA13",
    fecredUrl: "https://serviciosjava.afip.gob.ar/wsfecred/FECredService",
  },
};

export const endpointsOf = (endpoints: Endpoints, production: boolean): EnvironmentEndpoints =>
  production ? endpoints.production : endpoints.homologation;
