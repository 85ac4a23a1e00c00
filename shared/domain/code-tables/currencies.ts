import { readCodeTable } from "./read-code-table.js";

/** Currencies. Source: issuer/authority/README.md, section 7. */
export const currencies = readCodeTable(`
002 Dólar Libre EEUU
009 Franco Suizo
010 Pesos Mejicanos
011 Pesos Uruguayos
012 Real
014 Coronas Danesas
015 Coronas Noruegas
016 Coronas Suecas
018 Dólar Canadiense
019 Yens
021 Libra Esterlina
023 Bolívar Venezolano
024 Corona Checa
025 Dinar Serbio
026 Dólar Australiano
028 Florín (Antillas Holandesas)
029 Güaraní
030 Shekel (Israel)
031 Peso Boliviano
032 Peso Colombiano
033 Peso Chileno
034 Rand Sudafricano
035 Nuevo Sol Peruano
040 Leu Rumano
041 Derechos Especiales de Giro
042 Peso Dominicano
043 Balboas Panameñas
044 Córdoba Nicaragüense
045 Dirham Marroquí
046 Libra Egipcia
047 Riyal Saudita
049 Gramos de Oro Fino
051 Dólar de Hong Kong
052 Dólar de Singapur
053 Dólar de Jamaica
054 Dólar de Taiwan
055 Quetzal Guatemalteco
056 Forint (Hungría)
057 Baht (Tailandia)
059 Dinar Kuwaiti
060 Euro
061 Zloty Polaco
062 Rupia Hindú
063 Lempira Hondureña
064 Yuan (Rep. Pop. China)
DOL Dólar Estadounidense
NZD Dólar Neozelandes
PES Pesos Argentinos
RUB Rublo (Rusia)
`);
