import type { Finding } from "./fecred-envelope.js";
import { childOf, type XmlElement } from "./xml-element.js";

/** What is wrong with the order of an element's children, none of which has a namespace. */
function checkOrder({ name, children }: XmlElement, expected: string[]): Finding[] {
  for (const [at, wanted] of expected.entries()) {
    const child = children[at];
    if (!child)
      return [
        {
          code: "cvc-complex-type.2.4.b",
          text: `El contenido del elemento '${name}' no está completo. Se espera uno de '{${wanted}}'.`,
        },
      ];
    if (child.name !== wanted || child.uri !== "")
      return [
        {
          code: "cvc-complex-type.2.4.a",
          text: `Contenido no válido encontrado a partir del elemento '${child.name}'. Se espera uno de '{${wanted}}'.`,
        },
      ];
  }
  const further = children[expected.length];
  return further
    ? [
        {
          code: "cvc-complex-type.2.4.d",
          text: `Contenido no válido encontrado a partir del elemento '${further.name}'. No se espera ningún elemento secundario en este punto.`,
        },
      ]
    : [];
}

/** A value of the wrong type breaks two rules: the type's, and the element's. */
const wrongValue = (code: string, name: string, value: string): Finding[] => [
  { code, text: ` El valor '${value}' no es válido para el tipo de dato.` },
  { code: "cvc-type.3.1.3", text: ` El valor '${value}' del elemento '${name}' no es válido.` },
];

function checkCuit(request: XmlElement | undefined, name: string): Finding[] {
  const value = childOf(request, name)?.text.trim() ?? "";
  if (!/^-?\d+$/.test(value)) return wrongValue("cvc-datatype-valid.1.2.1", name, value);
  if (/^[1-9]\d{10}$/.test(value)) return [];
  return wrongValue(value.length > 11 ? "cvc-maxInclusive-valid" : "cvc-minExclusive-valid", name, value);
}

function checkDate(request: XmlElement, name: string): Finding[] {
  const value = childOf(request, name)?.text.trim() ?? "";
  const isDate = /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  return isDate ? [] : wrongValue("cvc-datatype-valid.1.2.1", name, value);
}

/** The faults of form in a question for an obligation; none when it is as the schema wants it. */
export function checkFormat(request: XmlElement): Finding[] {
  const auth = childOf(request, "authRequest");
  const order = [
    ...checkOrder(request, ["authRequest", "cuitConsultada", "fechaEmision"]),
    ...(auth ? checkOrder(auth, ["token", "sign", "cuitRepresentada"]) : []),
  ];
  if (order.length > 0) return order;
  return [
    ...checkCuit(auth, "cuitRepresentada"),
    ...checkCuit(request, "cuitConsultada"),
    ...checkDate(request, "fechaEmision"),
  ];
}
