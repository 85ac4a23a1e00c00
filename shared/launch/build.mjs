// `npm run build`: the database client and the bundles, anew. Nothing of it needs another host.
import { prepareOrExit } from "./prepare.mjs";

await prepareOrExit({ only: ["database client", "build"], anew: true });
