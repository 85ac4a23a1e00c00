import type { DeliveryFailure } from "../../shared/domain/delivery-failure.js";
import { NotPublicError } from "./public-lookup.js";

/**
 * Failure of any look-up: whether a name is known, and where it leads to, would tell a tenant what our network and its name servers have.
 * The log alone says which it was.
 */
const notFound: DeliveryFailure = { why: "notPublic" };

/** Meanings of the codes of Node, OpenSSL, c-ares and undici, for somebody who looks after a receiver. */
const meanings: [codes: RegExp, failure: DeliveryFailure][] = [
  [/^ECONNREFUSED$/, { why: "refused" }],
  [
    /^(ENOTFOUND|ENODATA|EBADNAME|ENONAME|ESERVFAIL|EREFUSED|ETIMEOUT|EAI_AGAIN|EBADRESP|EFORMERR|ECANCELLED)$/,
    notFound,
  ],
  [/^(ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|EHOSTDOWN|ENETDOWN)$/, { why: "unreachable" }],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, { why: "notConnected" }],
  [/^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/, { why: "expiredCertificate" }],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, { why: "otherCertificate" }],
  [/SELF_SIGNED|^UNABLE_TO_|^CERT_|^INVALID_CA$|^HOSTNAME_MISMATCH$/, { why: "untrustedCertificate" }],
  [/^EPROTO$|^ERR_SSL_|^ERR_TLS_/, { why: "noTls" }],
  [/^(UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW)$/, { why: "longHeaders" }],
  [/^HPE_|^HTTPParserError$|^UND_ERR_RES_CONTENT_LENGTH/, { why: "notHttp" }],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|UND_ERR_INFO)$/, { why: "cutOff" }],
];

/** Why no answer came. */
export interface PostFailure {
  /** Without anything that the receiver has sent. */
  error: DeliveryFailure;
  /** More of it, for our log alone. */
  detail: string;
}

export function describeFailure(error: unknown): PostFailure {
  if (error instanceof NotPublicError) return { error: notFound, detail: error.message };
  const detail = codeOf(error);
  return { error: meanings.find(([codes]) => codes.test(detail))?.[1] ?? { why: "code", code: detail }, detail };
}

/** Code of an error: of a host's several addresses, none of which could be connected to, the first one's. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
