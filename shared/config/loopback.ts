import { isIPv4 } from "node:net";

/** Whether a URL's host name is this machine itself, so that what is sent to it crosses no network. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase();
  return name === "localhost" || name === "[::1]" || (isIPv4(name) && name.startsWith("127."));
}
