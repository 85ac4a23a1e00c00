import { findFreePort } from "../../sandbox/servers/free-port.js";

// A process of the tests: prints twenty free ports from FROM to TO, and keeps them until something comes in.
const [from, to] = process.argv.slice(2).map(Number);
const ports: number[] = [];
for (let n = 0; n < 20; n++) ports.push(await findFreePort({ from: from ?? 0, to: to ?? 0 }));
process.stdout.write(JSON.stringify(ports));
process.stdin.on("data", () => process.exit());
