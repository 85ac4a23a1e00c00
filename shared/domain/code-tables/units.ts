import { readCodeTable } from "./read-code-table.js";

/**
 * Units of measure. They are printed, but not sent to the authority. Code 0 has no description.
 * Source: issuer/authority/README.md, section 7.
 */
export const units = readCodeTable(`
0
1 kilogramos
2 metros
3 metros cuadrados
4 metros cúbicos
5 litros
6 1000 kWh
7 unidades
8 pares
9 docenas
10 quilates
11 millares
14 gramos
15 milimetros
16 mm cúbicos
17 kilómetros
18 hectolitros
20 centímetros
25 jgo. pqt. mazo naipes
27 cm cúbicos
29 toneladas
30 dam cúbicos
31 hm cúbicos
32 km cúbicos
33 microgramos
34 nanogramos
35 picogramos
41 miligramos
47 mililitros
48 curie
49 milicurie
50 microcurie
51 uiacthor
52 muiacthor
53 kg base
54 gruesa
61 kg bruto
62 uiactant
63 muiactant
64 uiactig
65 muiactig
66 kg activo
67 gramo activo
68 gramo base
96 packs
97 hormas
98 otras unidades
99 otras unidades
`);
