import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { type SmtpTlsMode, smtpTlsOf } from "../../../shared/config/smtp-tls.js";
import { type CheckResult, failed, passed, reasonOf } from "./check.js";

const timeoutMs = 5_000;

/**
 * Whether the SMTP server greets, and gives the TLS that is required. Login and sender are not tested: only sending a mail does that.
 */
export async function checkSmtp(smtpUrl: string, setting: SmtpTlsMode | undefined): Promise<CheckResult> {
  const url = new URL(smtpUrl);
  const tls = smtpTlsOf(smtpUrl, setting);
  const port = Number(url.port) || (tls === "implicit" ? 465 : 587);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const socket = tls === "implicit" ? connectTls({ host, port, ...namedAs(host) }) : connect({ host, port });
  try {
    const greeting = await readReply(socket, "greeting");
    if (!greeting.startsWith("220")) throw new Error(`it greets with: ${greeting.slice(0, 100)}`);
  } catch (error) {
    socket.destroy();
    const told = `${host}:${port}: ${reasonOf(error)}`;
    return failed("smtp", told, "Set SMTP_URL to a mail server that accepts our mail.");
  }
  try {
    if (tls === "required") await startTls(socket, host);
    return passed("smtp", `${host}:${port} greets${tls === "required" || tls === "implicit" ? ", with TLS" : ""}`);
  } catch (error) {
    return failed("smtp", `${host}:${port}: no TLS: ${reasonOf(error)}`, noTls);
  } finally {
    socket.write("QUIT\r\n");
    socket.destroy();
  }
}

const noTls =
  "Set SMTP_URL to a mail server that offers STARTTLS with a certificate for its name; NODE_EXTRA_CA_CERTS names a file with an authority of your own. In a network that you trust, SMTP_TLS=off sends without TLS.";

/** @throws Error when the server does not offer STARTTLS, or its certificate cannot be trusted */
async function startTls(socket: Socket, host: string): Promise<void> {
  socket.write("EHLO doctor.invalid\r\n");
  const extensions = await readReply(socket, "answer to EHLO");
  if (!/^250[ -]STARTTLS\s*$/im.test(extensions)) throw new Error("the server does not offer STARTTLS");
  socket.write("STARTTLS\r\n");
  const ready = await readReply(socket, "answer to STARTTLS");
  if (!ready.startsWith("220")) throw new Error(`the server answers STARTTLS with: ${ready.slice(0, 100)}`);
  await new Promise<void>((resolve, reject) => {
    const secured = connectTls({ socket, host, ...namedAs(host) }, () => resolve());
    secured.setTimeout(timeoutMs, () => reject(new Error(`no TLS within ${timeoutMs / 1_000} s`)));
    secured.once("error", reject);
  });
}

/** TLS names a server by its name, never by its address. */
const namedAs = (host: string) => (isIP(host) ? {} : { servername: host });

/** One reply, which may have several lines. `what` stands in the errors. */
function readReply(socket: Socket, what: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const end = (settle: () => void) => {
      socket.setTimeout(0).off("data", onData).off("error", onError).off("close", onClose).off("timeout", onTimeout);
      // An error without a listener would end the process.
      socket.on("error", () => undefined);
      settle();
    };
    const onData = (data: Buffer) => {
      text += data.toString("latin1");
      if (text.length > 10_000 || /(^|\n)(?!\d{3}-)[^\n]*\n$/.test(text)) end(() => resolve(text.trim()));
    };
    const onError = (error: Error) => end(() => reject(error));
    const onClose = () => end(() => reject(new Error(`it closed the connection without a ${what}`)));
    const onTimeout = () => end(() => reject(new Error(`no ${what} within ${timeoutMs / 1_000} s`)));
    socket
      .on("data", onData)
      .once("error", onError)
      .once("close", onClose)
      .setTimeout(timeoutMs)
      .once("timeout", onTimeout);
  });
}
