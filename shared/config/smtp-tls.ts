import { isLoopback } from "./loopback.js";

/**
 * Values of `SMTP_TLS` for `smtp://`. required: nothing is sent before STARTTLS has succeeded. opportunistic: TLS if the server offers it.
 * off: never.
 */
export const smtpTlsModes = ["required", "opportunistic", "off"] as const;
export type SmtpTlsMode = (typeof smtpTlsModes)[number];

/**
 * How a connection gets its TLS; implicit: from its first byte, as `smtps://` says. Without a setting TLS is required, except to a
 * server on this machine, or when the URL itself says `?ignoreTLS=true`.
 */
export function smtpTlsOf(smtpUrl: string, setting: SmtpTlsMode | undefined): SmtpTlsMode | "implicit" {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  if (protocol === "smtps:") return "implicit";
  if (setting !== undefined) return setting;
  if (searchParams.get("ignoreTLS") === "true") return "off";
  return isLoopback(hostname) ? "opportunistic" : "required";
}
