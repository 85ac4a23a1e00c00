import { z } from "zod";
import { parseXml, type XmlElement } from "./xml-element.js";
import { branch, leaf } from "./xml-text.js";

/** The children of FECompConsultar's ResultGet, in schema order. Source: issuer/authority/README.md, section 2.5. */
const resultOrder =
  "Concepto DocTipo DocNro CbteDesde CbteHasta CbteFch ImpTotal ImpTotConc ImpNeto ImpOpEx ImpTrib ImpIVA FchServDesde FchServHasta FchVtoPago MonId MonCotiz CanMisMonExt CondicionIVAReceptorId CbtesAsoc Tributos Iva Opcionales Compradores PeriodoAsoc Actividades Resultado CodAutorizacion EmisionTipo FchVto FchProceso Observaciones PtoVta CbteTipo".split(
    " ",
  );

/** A number applies to every point of sale, an object to one. */
export const lagSchema = z.union([
  z.number().nonnegative(),
  z.strictObject({ pos: z.int(), ms: z.number().nonnegative() }),
]);

export type Lag = z.infer<typeof lagSchema>;

export const restatementSchema = z.strictObject({
  pos: z.int().optional(),
  type: z.int().optional(),
  /** The voucher number of the look-up. */
  number: z.int().optional(),
  /** A child of ResultGet. If the voucher has none, it is added at its place in the schema order. */
  field: z.string().refine((name) => resultOrder.includes(name), "not an element of ResultGet"),
  /** The element's text; null leaves the element out. */
  value: z.string().nullable(),
});

export type Restatement = z.infer<typeof restatementSchema>;

const elementName = z.string().regex(/^[A-Za-z_][\w.-]*$/);

export const unknownElementSchema = z.strictObject({
  pos: z.int().optional(),
  name: elementName,
  /** The element's text, or its children's texts by name. */
  value: z.union([z.string(), z.record(elementName, z.string())]),
});

export type UnknownElement = z.infer<typeof unknownElementSchema>;

export type Asked = { pos: number; type: number; number: number };

export const lagAt = (lag: Lag, pos: number): number => (typeof lag === "number" ? lag : lag.pos === pos ? lag.ms : 0);

const isMeant = (scope: { [Key in keyof Asked]?: number | undefined }, asked: Asked) =>
  (scope.pos === undefined || scope.pos === asked.pos) &&
  (scope.type === undefined || scope.type === asked.type) &&
  (scope.number === undefined || scope.number === asked.number);

type Child = { name: string; xml: string };

const writeElement = ({ name, text, children }: XmlElement): string =>
  children.length > 0 ? branch(name, children.map(writeElement).join("")) : leaf(name, text);

const unknownXml = ({ name, value }: UnknownElement) =>
  typeof value === "string"
    ? leaf(name, value)
    : branch(
        name,
        Object.entries(value)
          .map(([child, text]) => leaf(child, text))
          .join(""),
      );

const restate = (children: Child[], { field, value }: Restatement): Child[] => [
  ...children.filter(({ name }) => name !== field),
  ...(value === null ? [] : [{ name: field, xml: leaf(field, value) }]),
];

/** Unknown names come last. */
const rankOf = ({ name }: Child) => (resultOrder.includes(name) ? resultOrder.indexOf(name) : resultOrder.length);

/** Changes a voucher's ResultGet as the settings say. The ledger stays as it is. */
export function driftedXml(
  resultGet: string,
  asked: Asked,
  { restated, unknownElements }: { restated: Restatement[]; unknownElements: UnknownElement[] },
): string {
  const restatements = restated.filter((one) => isMeant(one, asked));
  const unknown = unknownElements.filter((one) => isMeant(one, asked));
  if (restatements.length === 0 && unknown.length === 0) return resultGet;
  const declared = parseXml(resultGet).children.map((child) => ({ name: child.name, xml: writeElement(child) }));
  const children = [
    ...restatements.reduce(restate, declared),
    ...unknown.map((one) => ({ name: one.name, xml: unknownXml(one) })),
  ];
  return branch(
    "ResultGet",
    children
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .map(({ xml }) => xml)
      .join(""),
  );
}
