import ipaddr from "ipaddr.js";
import type { LocalizedText } from "./localized-text.js";
import { parseUrl } from "./parse-url.js";
import { isPublicAddress } from "./public-address.js";
import { decimal } from "./spanish.js";

const longestUrl = 2048;

/**
 * Names that no public server has. Source: RFC 6761, RFC 6762, RFC 8375, ICANN's reservation of `.internal`; `svc` is Kubernetes',
 * and the rest what routers and offices call their own (RFC 6762, appendix G).
 */
const privateName =
  /^(?:[^.]+|(?:.*\.)?(?:localhost|localdomain|local|internal|home\.arpa|svc|intranet|private|corp|home|lan|invalid|test|onion))$/;
/** Letters alone, or an encoded name. Source: RFC 3696, section 2, and ICANN's rules for top-level domains. */
const publicName = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/;

/** Ports of other protocols than HTTP. Source: Fetch Standard, "Port blocking". */
const blockedPorts = new Set(
  (
    "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 " +
    "139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 " +
    "2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080"
  ).split(" "),
);

/** Fault in the address of a webhook. Kept with an attempt that it kept from being made. */
export type UrlProblem = { why: keyof typeof plain } | { why: "port"; port: string } | { why: "host"; host: string };

const plain = {
  long: {
    en: `must have at most ${longestUrl} characters`,
    es: `Acortalo: puede tener hasta ${decimal(longestUrl)} caracteres.`,
  },
  blanks: {
    en: "must have no spaces, control characters or backslashes",
    es: "No puede tener espacios ni barras invertidas.",
  },
  scheme: { en: "must begin with https:// or http://", es: "Tiene que empezar con https:// o http://." },
  secureScheme: { en: "must begin with https://", es: "Tiene que empezar con https://." },
  form: { en: "must be a URL", es: "Escribí una dirección completa, como https://ejemplo.com/avisos." },
  credentials: { en: "must have no user name or password", es: "No puede llevar usuario ni contraseña." },
} satisfies Record<string, LocalizedText>;

export function sayUrlProblem(problem: UrlProblem): LocalizedText {
  switch (problem.why) {
    case "port":
      return {
        en: `must not have port ${problem.port}, which is another protocol's`,
        es: `El puerto ${problem.port} es de otro protocolo: usá otro.`,
      };
    case "host":
      return {
        en: `must have a public host, which ${problem.host} is not`,
        es: `Tiene que ser una dirección pública de internet, y ${problem.host} no lo es.`,
      };
    default:
      return plain[problem.why];
  }
}

/**
 * Finds the fault in the address of a webhook as it is written, or undefined. Whether its name leads to a public address is another
 * question, which every connect asks anew.
 */
export function webhookUrlProblem(url: string, allowPrivate: boolean): UrlProblem | undefined {
  if (url.length > longestUrl) return { why: "long" };
  // The parser would drop or turn them, so that people read another address than the one we call.
  if (/[\s\p{Cc}\\]/u.test(url)) return { why: "blanks" };
  const scheme = allowPrivate ? /^https?:\/\//i : /^https:\/\//i;
  if (!scheme.test(url)) return { why: allowPrivate ? "scheme" : "secureScheme" };
  const parsed = parseUrl(url);
  if (!parsed) return { why: "form" };
  const { hostname, port, username, password } = parsed;
  if (username !== "" || password !== "" || /^[^/?#]*\/\/[^/?#]*@/.test(url)) return { why: "credentials" };
  if (blockedPorts.has(port)) return { why: "port", port };
  return allowPrivate ? undefined : hostProblem(hostname);
}

/** `hostname` as `URL` gives it: lower case, IPv4 in four decimal numbers, IPv6 in brackets. */
function hostProblem(hostname: string): UrlProblem | undefined {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const isPublic = ipaddr.isValid(host) ? isPublicAddress(host) : publicName.test(host) && !privateName.test(host);
  return isPublic ? undefined : { why: "host", host };
}
