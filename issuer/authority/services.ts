/** The authority's names of the services that need a ticket. Source: issuer/authority/README.md, section 1.2. */
export const issuanceService = "wsfe";
export const taxRegistryService = "ws_sr_constancia_inscripcion";
export const personRegistryService = "ws_sr_padron_a13";
export const creditInvoiceService = "wsfecred";
