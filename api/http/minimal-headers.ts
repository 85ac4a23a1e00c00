/** For a year. Not for subdomains, which are the operator's: other servers may answer there. */
export const overTls = "max-age=31536000";

/** Headers that `securityHeaders` gives data, for the answers that the HTTP server makes without the app. */
export const minimalHeaders = (requestId: string): Record<string, string> => ({
  "X-Request-Id": requestId,
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "Strict-Transport-Security": overTls,
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
});
