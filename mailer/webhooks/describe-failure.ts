import { NotPublicError } from "./public-lookup.js";

/**
 * Whatever came of looking a name up: whether it is known, and where it leads to, would tell a tenant what our network and its name
 * servers have. The log alone says which it was.
 */
const notFound = "the host has no public address";

/** What the codes of Node, OpenSSL, c-ares and undici mean to somebody who looks after a receiver. */
const words: [codes: RegExp, text: string][] = [
  [/^ECONNREFUSED$/, "connection refused"],
  [
    /^(ENOTFOUND|ENODATA|EBADNAME|ENONAME|ESERVFAIL|EREFUSED|ETIMEOUT|EAI_AGAIN|EBADRESP|EFORMERR|ECANCELLED)$/,
    notFound,
  ],
  [/^(ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|EHOSTDOWN|ENETDOWN)$/, "the host cannot be reached"],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, "the connection timed out"],
  [/^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/, "the certificate is not valid today"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "the certificate is of another name"],
  [/SELF_SIGNED|^UNABLE_TO_|^CERT_|^INVALID_CA$|^HOSTNAME_MISMATCH$/, "the certificate is not trusted"],
  [/^EPROTO$|^ERR_SSL_|^ERR_TLS_/, "no TLS connection could be made"],
  [/^(UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW)$/, "the headers of the answer are too long"],
  [/^HPE_|^HTTPParserError$|^UND_ERR_RES_CONTENT_LENGTH/, "the answer is not HTTP"],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|UND_ERR_INFO)$/, "the connection was closed before the answer"],
];

/** Why no answer came. */
export interface Failure {
  /** One short line in stable words, without anything that the receiver has sent. */
  error: string;
  /** More of it, for our log alone. */
  detail: string;
}

export function describeFailure(error: unknown): Failure {
  if (error instanceof NotPublicError) return { error: notFound, detail: error.message };
  const detail = codeOf(error);
  return { error: words.find(([codes]) => codes.test(detail))?.[1] ?? `the request failed (${detail})`, detail };
}

/** Of a host with several addresses, none of which could be connected to: the first one's. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
