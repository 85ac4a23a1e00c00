import { readCodeTable } from "./read-code-table.js";

/** Provinces. Source: issuer/authority/README.md, section 6.6. */
export const provinces = readCodeTable(`
0 Ciudad Autónoma de Buenos Aires
1 Buenos Aires
2 Catamarca
3 Córdoba
4 Corrientes
5 Entre Ríos
6 Jujuy
7 Mendoza
8 La Rioja
9 Salta
10 San Juan
11 San Luis
12 Santa Fe
13 Santiago del Estero
14 Tucumán
16 Chaco
17 Chubut
18 Formosa
19 Misiones
20 Neuquén
21 La Pampa
22 Río Negro
23 Santa Cruz
24 Tierra del Fuego
`);
