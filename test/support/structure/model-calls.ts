import { readFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "../../../shared/assets/assets.js";

const schema = readFileSync(path.join(projectFolder, "prisma/schema.prisma"), "utf8");

/** The properties of Prisma's client, one a table: `pointOfSale` of `model PointOfSale`. */
const models = [...schema.matchAll(/^model (\w)(\w+)/gm)].map(
  ([, first = "", rest = ""]) => first.toLowerCase() + rest,
);

const call = new RegExp(
  `\\.\\s*(?:${models.join("|")})\\s*\\.\\s*(?:find|create|update|upsert|delete|count|aggregate|groupBy)\\w*\\b`,
  "g",
);

/** The calls of Prisma's models in a text, such as `.voucher.findMany`. */
export const modelCallsIn = (text: string): string[] =>
  [...text.matchAll(call)].map(([found]) => found.replaceAll(/\s/g, ""));
