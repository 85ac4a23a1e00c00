// `npm run pack`: the service as one archive for a host without Docker, dist/talonario-VERSION.tar.gz. It has what the images have, as
// the Dockerfile says, and the pages and units of shared/deploy. Of node_modules it has what the bundles do not have inside.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { prepareOrExit, root } from "./prepare.mjs";
import { outside } from "./programs.mjs";
import { placesWithNeeded } from "./shipped-packages.mjs";

await prepareOrExit();

const read = (file) => readFileSync(path.join(root, file), "utf8");
const { version } = JSON.parse(read("package.json"));
const name = `talonario-${version}`;
const stage = path.join(root, "dist", name);
rmSync(stage, { recursive: true, force: true });

const take = (place, options = {}) =>
  cpSync(path.join(root, place), path.join(stage, place), { recursive: true, ...options });

const ofImages = [...read("Dockerfile").matchAll(/^COPY --from=build (.*) \S+$/gm)]
  .flatMap(([, places]) => places.split(" "))
  .map((place) => place.replace("/app/", ""));
const documents = [
  "README.md",
  "CHANGELOG.md",
  ".env.example",
  "api/admin/README.md",
  "api/README.md",
  "issuer/README.md",
].concat(["issuer/authority/README.md", "renderer/README.md", "mailer/README.md"]);
for (const place of new Set([...ofImages, ...documents, "shared/deploy", "shared/monitoring"]))
  if (place !== "node_modules") take(place);
// The packages inside a package have places of their own.
for (const place of placesWithNeeded(JSON.parse(read("package-lock.json")), Object.keys(outside)))
  take(place, { filter: (file) => path.relative(path.join(root, place), file).split(path.sep)[0] !== "node_modules" });

// The same sources give the same archive.
const commit = () => execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" }).trim();
mkdirSync(path.dirname(stage), { recursive: true });
const owners = ["--owner=0", "--group=0", "--numeric-owner", "--sort=name", `--mtime=@${commit()}`];
const archive = `${stage}.tar.gz`;
execFileSync("tar", ["-C", path.dirname(stage), ...owners, "-czf", archive, name], { stdio: "inherit" });
rmSync(stage, { recursive: true });
console.log(path.relative(root, archive));
