import { fill, type Sentence } from "./sentence.js";
import { adviceSentences } from "./sentences/advice.js";

/** What to do about a refusal of ARCA about which the API says nothing itself. Source: issuer/authority/README.md, section 4. */
const byCode: [codes: number[], spanish: string][] = [
  [[10000, 10007], "Fijate en ARCA que la empresa pueda emitir este tipo de comprobante."],
  [[10005, 11000, 11002], "Fijate en ARCA que el punto de venta exista, sea de web services y no esté dado de baja."],
  [[10013, 10014, 10015, 10069], "Revisá el tipo y el número de documento del receptor."],
  [[10016, 10152], "Elegí una fecha más cercana a hoy y que no sea anterior a la del último comprobante."],
  [
    [10017, 10063, 10238, 10242, 10243, 10246, 10247, 10249],
    "Revisá el CUIT del receptor y su condición de IVA: buscalo en el padrón.",
  ],
  [
    [10018, 10019, 10020, 10021, 10022, 10023, 10051, 10061, 10070, 10071],
    "Revisá los precios, los descuentos y las alícuotas de IVA de las líneas.",
  ],
  [[10024, 10025, 10026, 10027, 10028, 10029, 10042, 10067], "Revisá los tributos."],
  [[10030, 10031, 10032, 10033, 10035, 10036, 10049], "Revisá las fechas del servicio y el vencimiento del pago."],
  [[10037, 10038, 10039, 10119, 10239, 10240, 10241], "Revisá la moneda y su cotización."],
  [
    [10040, 10041, 10057, 10058, 10059, 10060, 10062, 10151, 10153, 10197, 10198, 10208, 10210],
    "Revisá el comprobante asociado o el período.",
  ],
];

const otherwise = "Corregí lo que dice y volvé a emitir.";

/** Amounts alone stand in the slots of advice: nothing with a space. */
const patternOf = ({ english }: Sentence): RegExp =>
  new RegExp(english.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>\\S+)"), "g");

const advices = adviceSentences.map((sentence) => ({ sentence, pattern: patternOf(sentence) }));

/**
 * A refusal of a voucher: ARCA's own words, and then what to do about them.
 * @param message as the API answers it with TAXAUTH_ERROR: "(10016) …", perhaps followed by sentences of the API
 */
export function refusalInSpanish(message: string): string {
  const advice = new Set<string>();
  let words = message;
  for (const { sentence, pattern } of advices)
    words = words.replace(pattern, (...found) => {
      advice.add(fill(sentence, found.at(-1)));
      return "";
    });
  const codes = [...words.matchAll(/\((\d{3,5})\)/g)].map(([, code]) => Number(code));
  if (advice.size === 0)
    for (const [those, spanish] of byCode) if (codes.some((code) => those.includes(code))) advice.add(spanish);
  if (advice.size === 0) advice.add(otherwise);
  const said = words.replace(/ +/g, " ").trim();
  return [`ARCA lo rechazó: ${said}`, ...advice].join(" ");
}
