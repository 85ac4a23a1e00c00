import { readAuthorityConfig } from "./config.js";
import { startAuthority } from "./server.js";

const { AUTHORITY_PORT, AUTHORITY_DATA } = readAuthorityConfig();
const authority = await startAuthority({ port: AUTHORITY_PORT, dataFolder: AUTHORITY_DATA });

const stop = () => void authority.close().then(() => process.exit(0));
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
// Whoever started it through an IPC channel is gone.
if (process.connected) process.once("disconnect", stop);

console.log(JSON.stringify({ url: authority.url }));
