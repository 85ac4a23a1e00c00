import { prepareOrExit } from "./prepare.mjs";

await prepareOrExit();
await import("../../dist/test/sandbox/main.js");
