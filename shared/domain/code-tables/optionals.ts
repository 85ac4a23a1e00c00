import { readCodeTable } from "./read-code-table.js";

/** Optional fields, in the authority's words. What each may say is in optionals/optional-kinds.ts. Source: issuer/authority/README.md, section 7. */
export const optionals = readCodeTable(`
2 RG Empresas Promovidas - Indentificador de proyecto vinculado a Régimen de Promoción Industrial
5 Excepcion computo IVA Credito Fiscal
7 RG 3668 Impuesto al Valor Agregado - Art.12 IVA Carácter del Firmante
10 RG 3.368 Establecimientos de educación pública de gestión privada - Actividad Comprendida
11 RG 2.820 Operaciones económicas vinculadas con bienes inmuebles - Actividad Comprendida
12 RG 3.687 Locación temporaria de inmuebles con fines turísticos - Actividad Comprendida
13 RG 2.863 Representantes de Modelos
14 RG 2.863 Agencias de publicidad
15 RG 2.863 Personas físicas que desarrollen actividad de modelaje
17 RG 4004-E Locación de inmuebles destino 'casa-habitación'. Dato 2 (dos) = facturación directa / Dato 1 (uno) = facturación a través de intermediario
22 Factura de Crédito Electrónica MiPyMEs (FCE) - Anulación
23 Factura de Crédito Electrónica MiPyMEs (FCE) - Referencia Comercial
27 Factura de Credito Electronica MiPyMEs (FCE) - Transferencia
61 RG 3668 Impuesto al Valor Agregado - Art.12 IVA Firmante Doc Tipo
62 RG 3668 Impuesto al Valor Agregado - Art.12 IVA Firmante Doc Nro
91 RG Bienes Usados 3411 - Nombre y Apellido o Denominación del vendedor del bien usado.
92 RG Bienes Usados 3411 - Nacionalidad del vendedor del bien usado.
93 RG Bienes Usados 3411 - Domicilio del vendedor del bien usado.
1011 RG 3.368 Establecimientos de educación pública de gestión privada - Tipo de Documento
1012 RG 3.368 Establecimientos de educación pública de gestión privada - Número de Documento
1801 RG 4004-E Locación de inmuebles destino 'casa-habitación'. Clave Única de Identificación Tributaria (CUIT).
1802 RG 4004-E Locación de inmuebles destino 'casa-habitación'. Apellido y nombres, denominación y/o razón social.
2101 Factura de Crédito Electrónica MiPyMEs (FCE) - CBU del Emisor
2102 Factura de Crédito Electrónica MiPyMEs (FCE) - Alias del Emisor
2901 RG 4291 Seguros de Caución - Póliza
2902 RG 4291 Seguros de Caución - Endoso
`);
