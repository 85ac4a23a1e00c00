import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../shared/assets/assets.js";
import { circlesOf } from "../support/structure/circles.js";
import { importGraph, importsOf, sourceFiles, textOf } from "../support/structure/source-files.js";
import walls from "./walls.json" with { type: "json" };

interface Room {
  folder: string;
  may: RegExp;
  instead: string;
}

const processes = "processes share only shared/queues and shared/db";

/** The folders of shared/db that every other may import. Each may import those before it. */
const ground = ["generated", "sql", "pool", "fragments", "incarnation"];

/** The other folders of shared/db, and the ones on which each stands besides the ground. */
const databaseRooms: Record<string, string[]> = {
  issuing: [],
  listing: [],
  company: [],
  delivery: [],
  reconcile: [],
  "issuer-requests": [],
  webhooks: [],
  reports: [],
  people: [],
  overview: [],
  payments: [],
  sircip: [],
  migrate: [],
  batches: ["issuing", "listing"],
  adoption: ["issuing", "delivery", "reconcile"],
  contingency: ["issuing"],
};

/** A folder of shared/db, which may import those below it. */
const databaseRoom = (name: string, below: string[]): Room => ({
  folder: `shared/db/${name}/`,
  may: new RegExp(
    `^(shared/db/(${[name, ...below].join("|")})/|shared/(domain|sealing|assets|config|concurrency)/|pg(-copy-streams)?$|zod$|@prisma/|node:)`,
  ),
  instead: "put what two folders of shared/db need into sql, fragments or incarnation",
});

/** From where the files of each folder may import, and what to do instead. The first match counts. */
const rooms: Room[] = [
  {
    folder: "shared/domain/",
    may: /^(shared\/domain\/|(decimal|ipaddr)\.js$)/,
    instead: "domain rules take what they need as arguments",
  },
  {
    folder: "shared/images/",
    may: /^(shared\/images\/|pngjs$|jpeg-js$|node:)/,
    instead: "readers of images take bytes",
  },
  {
    folder: "shared/queues/",
    may: /^(shared\/(queues|domain)\/|shared\/(concurrency|config|lifecycle|logging|tracing)\/|zod$|bullmq$|ioredis$|node:)/,
    instead: "queues carry ids; look the rest up in shared/db",
  },
  ...ground.map((name, at) => databaseRoom(name, ground.slice(0, at))),
  ...Object.entries(databaseRooms).map(([name, below]) => databaseRoom(name, [...ground, ...below])),
  {
    folder: "test/sandbox/",
    // Playwright says where its Chromium is.
    may: /^(shared|api\/(operations|admin\/sircip)|test\/sandbox)\/|^test\/(authority\/(authority-urls|certificate-authority)|payment-provider\/stand-in)\.|^(?!hono|mjml|redlock)[^.]*$/,
    instead:
      "the sandbox starts the processes; it imports only the operations that make its demo company, and what reads its padrón",
  },
  {
    folder: "shared/",
    may: /^(shared\/|(?!hono|playwright|mjml|nodemailer|redlock)[^.]*$)/,
    instead: "code that only one process needs belongs in its folder",
  },
  {
    folder: "api/docs/guides/",
    may: /^node:/,
    instead: "an example is a whole program of a client, which has nothing of ours",
  },
  {
    folder: "api/client/",
    may: /^api\/client\/src\//,
    instead: "the typed client is a package of its own, which has nothing but what every runtime has",
  },
  {
    folder: "api/",
    may: /^(api(?!\/client\/)|shared)\/|^(?!redlock|xml2js|playwright|mjml|nodemailer|@prisma)[@a-z]/,
    instead: processes,
  },
  {
    folder: "issuer/authority/",
    may: /^(issuer\/authority|shared)\/|^(?!hono|@hono|playwright|mjml|nodemailer|@prisma)[@a-z]/,
    instead: "the authority's protocol knows nothing of queues, sequences and locks",
  },
  {
    folder: "issuer/",
    may: /^(issuer|shared)\/|^(?!hono|@hono|playwright|mjml|nodemailer|@prisma)[@a-z]/,
    instead: processes,
  },
  {
    folder: "renderer/",
    may: /^(renderer|shared)\/|^(?!hono|@hono|redlock|xml2js|mjml|nodemailer|@prisma)[@a-z]/,
    instead: processes,
  },
  {
    folder: "mailer/",
    may: /^(mailer|shared)\/|^(?!hono|@hono|redlock|xml2js|playwright|@prisma)[@a-z]/,
    instead: processes,
  },
];

const aProcess = /^(api|issuer|renderer|mailer)\//;

test("every folder of shared/db is a room", () => {
  const folders = readdirSync(path.join(projectFolder, "shared/db"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "generated")
    .map(({ name }) => name);
  expect([...ground.slice(1), ...Object.keys(databaseRooms)].sort()).toEqual(folders.sort());
});

test("every import points in an allowed direction", () => {
  const wrong = sourceFiles.flatMap((file) => {
    const room = rooms.find(({ folder }) => file.startsWith(folder));
    const [own] = file.split("/");
    const isForeign = (target: string) => aProcess.test(target) && aProcess.test(file) && !target.startsWith(`${own}/`);
    return importsOf(file)
      .filter((target) => !room?.may.test(target) || isForeign(target))
      .map((target) => `${file} imports ${target}: ${room?.instead}`);
  });
  expect(wrong).toEqual([]);
});

test("no import is circular; move what both files need into a third file", () => {
  const graph = importGraph(sourceFiles);
  const cycles = new Set<string>();
  const done = new Set<string>();
  function follow(file: string, way: string[]): void {
    const start = way.indexOf(file);
    if (start >= 0) cycles.add([...way.slice(start), file].join(" → "));
    if (start >= 0 || done.has(file)) return;
    for (const target of graph.get(file) ?? []) follow(target, [...way, file]);
    done.add(file);
  }
  for (const file of sourceFiles) follow(file, []);
  expect([...cycles]).toEqual([]);
});

/** The client and the examples are programs of their own. */
const ofHouse = sourceFiles.filter((file) => !/^api\/(client|docs\/guides)\//.test(file));

test("no new circle of folders, and what is opened stays open: write the names of what is left into walls.json", () => {
  const circles = circlesOf(importGraph(ofHouse)).map(({ folder, children }) => `${folder}: ${children.join(" ")}`);
  expect(circles.sort()).toEqual(walls.circles);
});

/**
 * The floors of each hall, from the ground. A folder imports only what stands on a floor below its own, and folders of one floor do not
 * import each other.
 */
const floors: Record<string, string[][]> = {
  shared: [
    ["assets", "tracing", "failpoints", "domain", "sealing", "images", "certificates"],
    ["logging", "config", "webhooks", "storage"],
    ["lifecycle"],
    ["concurrency"],
    ["queues", "serving"],
    ["telemetry", "db"],
    ["incarnation", "process"],
    ["launch"],
    ["deploy"],
  ],
  api: [
    ["http", "authentication", "databases", "csv"],
    ["schemas"],
    ["parsing"],
    ["middleware"],
    ["taxauth", "payments"],
    ["issuing"],
    ["batches"],
    ["operations", "reports"],
    ["routes"],
    ["docs", "app", "admin"],
    ["mcp", "operator-pages"],
    ["compose"],
  ],
  issuer: [
    ["authority"],
    ["issuing"],
    ["authority-access", "locks", "maintenance"],
    ["announcements", "contingency"],
    ["operator"],
    ["serving", "store"],
    ["compose"],
  ],
};

test.each(Object.entries(floors))("each folder of %s imports only what stands below it", (hall, levels) => {
  const levelOf = (folder: string) => levels.findIndex((level) => level.includes(folder));
  const folderOf = (file: string) => file.slice(hall.length + 1).split("/")[0] ?? "";
  const inHall = (file: string) => file.startsWith(`${hall}/`) && file.split("/").length > hall.split("/").length + 1;
  const wrong = [...importGraph(ofHouse)]
    .filter(([file]) => inHall(file))
    .flatMap(([file, targets]) =>
      targets
        .filter((target) => inHall(target) && folderOf(target) !== folderOf(file))
        .filter((target) => levelOf(folderOf(target)) < 0 || levelOf(folderOf(target)) >= levelOf(folderOf(file)))
        .map((target) => `${file} imports ${target}`),
    );
  expect(wrong).toEqual([]);
});

test("ARCHITECTURE.md names every folder of a floor", () => {
  const text = textOf("ARCHITECTURE.md");
  const folders = [...Object.values(floors).flat(2), ...Object.keys(databaseRooms), ...ground];
  expect(folders.filter((folder) => !text.includes(`\`${folder}\``))).toEqual([]);
});

test("no further file stands loose in a hall: write the numbers into walls.json when they fall", () => {
  const loose = Object.keys(walls.loose).map((hall) => [
    hall,
    ofHouse.filter((file) => path.posix.dirname(file) === hall).length,
  ]);
  expect(Object.fromEntries(loose)).toEqual(walls.loose);
});

test("only shared/config/config.ts reads process.env", () => {
  const readers = sourceFiles.filter(
    (file) => !/^(shared\/launch|test\/sandbox|api\/docs\/guides)\//.test(file) && textOf(file).includes("process.env"),
  );
  expect(readers).toEqual(["shared/config/config.ts"]);
});

test("the API loads nothing that opens private keys", () => {
  const reached = new Set<string>();
  function load(file: string): void {
    if (reached.has(file) || !sourceFiles.includes(file)) return;
    reached.add(file);
    // What is imported as a type only is gone at run time.
    const code = textOf(file).replaceAll(/(?:^|\n)(?:import|export) type [^;]*;/g, "");
    for (const [, target = ""] of code.matchAll(/\b(?:from|import)[\s(]+"(\.[^"]+)"/g))
      for (const extension of [".ts", ".tsx"])
        load(path.posix.join(path.posix.dirname(file), target).replace(/\.js$/, extension));
  }
  load("api/main.ts");
  const openers = ["shared/sealing/opener.ts", "shared/sealing/secret-seal.ts"];
  expect(reached.size).toBeGreaterThan(100);
  expect(reached).toContain("shared/sealing/sealer.ts");
  expect(openers.filter((file) => reached.has(file))).toEqual([]);

  load("issuer/main.ts");
  expect(openers.filter((file) => reached.has(file))).toEqual(openers);
});
