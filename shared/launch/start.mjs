import { prepareOrExit } from "./prepare.mjs";

await prepareOrExit();
await import("../../dist/shared/sandbox/main.js");
