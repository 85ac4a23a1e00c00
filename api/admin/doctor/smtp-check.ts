import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { type Check, failed, passed, reasonOf } from "./check.js";

const timeoutMs = 5_000;

/** Whether the SMTP server greets. Login and sender are not tested: only sending a mail does that. */
export async function checkSmtp(smtpUrl: string): Promise<Check> {
  const url = new URL(smtpUrl);
  const isTls = url.protocol === "smtps:";
  const port = Number(url.port) || (isTls ? 465 : 587);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  try {
    const greeting = await readGreeting(host, port, isTls);
    if (greeting.startsWith("220")) return passed("smtp", `${host}:${port} greets`);
    throw new Error(`it greets with: ${greeting.slice(0, 100)}`);
  } catch (error) {
    return failed(
      "smtp",
      `${host}:${port}: ${reasonOf(error)}`,
      "Set SMTP_URL to a mail server that accepts our mail.",
    );
  }
}

function readGreeting(host: string, port: number, isTls: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = isTls ? connectTls({ host, port, servername: host }) : connect({ host, port });
    const end = (settle: () => void) => {
      socket.destroy();
      settle();
    };
    socket.setTimeout(timeoutMs, () => end(() => reject(new Error(`no greeting within ${timeoutMs / 1_000} s`))));
    socket.once("error", (error) => end(() => reject(error)));
    socket.once("close", () => reject(new Error("it closed the connection without a greeting")));
    socket.once("data", (data) => {
      socket.write("QUIT\r\n");
      end(() => resolve(data.toString("latin1").trim()));
    });
  });
}
