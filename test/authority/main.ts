import { readAuthorityConfig } from "./config.js";
import { greet } from "./greeting.js";
import { startAuthority } from "./server.js";

const { AUTHORITY_HOST, AUTHORITY_PORT, AUTHORITY_DATA } = readAuthorityConfig();
const authority = await startAuthority({ host: AUTHORITY_HOST, port: AUTHORITY_PORT, dataFolder: AUTHORITY_DATA });

const stop = () => void authority.close().then(() => process.exit(0));
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
// Stop when a parent process that started it with an IPC channel is gone.
if (process.connected) process.once("disconnect", stop);

// Text on a terminal, otherwise one line of JSON. --text and --json override this.
const isForPerson = process.argv.includes("--text") || (process.stdout.isTTY && !process.argv.includes("--json"));
console.log(isForPerson ? greet(authority, AUTHORITY_DATA) : JSON.stringify({ url: authority.url }));
