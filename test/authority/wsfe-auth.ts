import type { Environment } from "./environment.js";
import type { Finding } from "./rules/finding.js";
import { textOf, type XmlElement } from "./xml-element.js";

const refuse = (msg: string): Finding => ({ code: 600, msg: `ValidacionDeToken: ${msg}` });

/** The error of a bad Auth element; undefined for a good one. Source: issuer/authority/README.md, section 2.8. */
export function checkAuth(
  auth: XmlElement | undefined,
  cuit: string,
  { tickets }: Environment,
  now: Date,
): Finding | undefined {
  if (!auth) return { code: 500, msg: "Campo Auth no fue ingresado o esta mal formado." };
  const token = textOf(auth, "Token");
  if (!token) return refuse("Parametro nulo o vacio (token)");
  const ticket = tickets.read(token, textOf(auth, "Sign") ?? "");
  if (!ticket)
    return refuse(
      "No valido token. Excepcion: CargarStringBase64Token: Excepción: CargarNodos: Error al cargar token XML. Excepcion: Data at the root level is invalid. Line 1, position 1.",
    );
  const nowSeconds = Math.floor(now.getTime() / 1000);
  if (nowSeconds < ticket.generation || nowSeconds > ticket.expiration)
    return refuse(
      `No validaron las fechas del token. GenTime=${ticket.generation}, ExpTime=${ticket.expiration}, NowUTC=${nowSeconds}`,
    );
  if (!ticket.isSigned) return refuse("Error al verificar hash: ");
  if (ticket.service !== "wsfe") return refuse(`No valido Id Sistema: wsfe(Id Sistema de token es: ${ticket.service})`);
  if (!ticket.represents.includes(cuit)) return refuse(`No apareció CUIT en lista de relaciones: ${cuit}`);
  return undefined;
}
