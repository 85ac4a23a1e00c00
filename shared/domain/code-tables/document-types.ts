import { readCodeTable } from "./read-code-table.js";

/** Document types of a receiver. Source: issuer/authority/README.md, section 7. */
export const documentTypes = readCodeTable(`
0 CI Policía Federal
1 CI Buenos Aires
2 CI Catamarca
3 CI Córdoba
4 CI Corrientes
5 CI Entre Ríos
6 CI Jujuy
7 CI Mendoza
8 CI La Rioja
9 CI Salta
10 CI San Juan
11 CI San Luis
12 CI Santa Fe
13 CI Santiago del Estero
14 CI Tucumán
16 CI Chaco
17 CI Chubut
18 CI Formosa
19 CI Misiones
20 CI Neuquén
21 CI La Pampa
22 CI Río Negro
23 CI Santa Cruz
24 CI Tierra del Fuego
31 Fondo Común de Inversión (N° CNV)
80 CUIT
86 CUIL
87 CDI
89 LE
90 LC
91 CI Extranjera
92 en trámite
93 Acta Nacimiento
94 Pasaporte
95 CI Bs. As. RNP
96 DNI
99 Doc. (Otro)
`);
