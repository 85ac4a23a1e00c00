import { setFlagsFromString } from "node:v8";
import { runCommand } from "./run-command.js";

process.title = "talonario-admin";
// Prisma loads its query compiler, which is WebAssembly. To make its code fast takes longer than a command runs.
setFlagsFromString("--liftoff-only");
process.exitCode = await runCommand(process.argv.slice(2), process);
