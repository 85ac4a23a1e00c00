import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import fc from "fast-check";
import type { Context } from "hono";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { readSecret } from "../../../api/app/frame/cookies.js";
import { isCsrfOf } from "../../../api/app/frame/csrf.js";
import { secretText, text as textOf } from "../../../api/app/frame/form.js";
import { createKnownBrowsers } from "../../../api/app/frame/known-browsers.js";
import { toOffset } from "../../../api/app/frame/read-offset.js";
import { safeCompanyPath, safePath } from "../../../api/app/frame/safe-path.js";
import { findEarly, parseForm, readSending } from "../../../api/app/sent-forms/parse-form.js";
import { restoreForm, serializeForm } from "../../../api/app/sign-in/saved-form.js";
import { clientKeyOf } from "../../../api/compose/client-key-of.js";
import { languageOf } from "../../../api/http/answer-language.js";
import { readHandling } from "../../../api/http/handling.js";
import { openServer } from "../../../api/http/open-server.js";
import { secretOf } from "../../../api/middleware/authenticate.js";
import { addressOfRequest } from "../../../api/middleware/client-address.js";
import { refuseOtherMethods } from "../../../api/middleware/wrong-method.js";
import { openBoard } from "../../../api/operator-pages/board.js";
import { projectFolder } from "../../../shared/assets/assets.js";
import { isCommonPassword } from "../../../shared/db/people/set-password.js";
import { toSignInName } from "../../../shared/db/people/sign-in-name.js";
import { passwordFault } from "../../../shared/domain/password-rule.js";
import { leastCpuMsOf, slowness } from "../../support/cpu-time.js";
import { type IssuingApp, openIssuingApp } from "../../support/processes/issuing-app.js";
import { frames, hostileLength, hostileTexts } from "../../support/samples/hostile-texts.js";

/** No function may take longer over what a stranger sends, in milliseconds of a processor. */
const mostMs = 20;

/** What reads a request before its key or session is known: shown below, by functions of its own or by requests to the whole app. */
const before = [
  "api/http/answer-language.ts",
  "api/http/schedule-round-robin.ts",
  "api/http/open-server.ts",
  middleware("wrong-method.ts"),
  "shared/serving/one-at-a-time.ts",
  ...["access-log.ts", "authenticate.ts", "client-address.ts", "failed-authentications.ts", "measure.ts"].map(
    middleware,
  ),
  ...["request-id.ts", "request-timeout.ts", "route-of.ts", "say-ignored.ts", "security-headers.ts"].map(middleware),
  middleware("trace-requests.ts"),
  ...["cookies.ts", "read-offset.ts", "sent-from-here.ts"].map((name) => `api/app/frame/${name}`),
  ...["errors.tsx", "show.tsx"].map((name) => `api/app/layout/${name}`),
  ...["read-form.ts", "visitor.ts"].map((name) => `api/app/sent-forms/${name}`),
  "api/app/sign-in/enter-company.tsx",
  "api/app/frame/known-browsers.ts",
  "api/app/sign-in/routes.tsx",
  "api/app/password/routes.tsx",
  "api/app/account/routes.tsx",
  "api/app/invitations/routes.tsx",
  "api/app/static-files.ts",
  "api/operator-pages/board.ts",
  "api/docs/docs-routes.ts",
  "api/docs/guides.ts",
  "api/docs/shown-language.ts",
  "api/compose/frame.ts",
  "api/http/kept-answer.ts",
  "api/mcp/mcp.ts",
  "api/http/in-process-call.ts",
  "api/http/answer-unread.ts",
];
function middleware(name: string): string {
  return `api/middleware/${name}`;
}

/** What stands behind the key: it is mounted below `findCaller`, or below `enterCompany` with its session. */
const behind = [
  /^api\/(routes|parsing|reports|issuing)\//,
  /^api\/http\/(stream-file|file-places)\.ts$/,
  /^api\/middleware\/(limit-body|require-scope|rate-limit|limit-concurrency|require-subscription)\.ts$/,
  /^api\/app\/(api-keys|audit-log|batches|certificates|first-steps|fiscal-data|invoices|new-voucher|overview|plan)\//,
  /^api\/app\/(people|points-of-sale|reports|webhooks)\//,
  /^api\/app\/sign-in\/in-force\.tsx$/,
  // Called from within alone, by whoever is known.
  /^api\/compose\/own-routes\.ts$/,
];

const reads = /\bc\.req\b|getCookie|IncomingMessage|HttpBindings|\bc: Context\b|matchedRoutes/;

const sources = () =>
  ["api", "shared/serving"]
    .flatMap((folder) =>
      readdirSync(path.join(projectFolder, folder), { recursive: true, encoding: "utf8" }).map(
        (file) => `${folder}/${file.replaceAll("\\", "/")}`,
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/^api\/(client|admin)\/|guides\/examples/.test(file));

test("every source that reads a request stands in the list of those before authentication, or behind it", () => {
  const readers = sources().filter((file) => reads.test(readFileSync(path.join(projectFolder, file), "utf8")));
  expect(readers.length).toBeGreaterThan(40);
  const known = (file: string) => before.includes(file) || behind.some((pattern) => pattern.test(file));
  expect(readers.filter((file) => !known(file) && !noReaders.includes(file))).toEqual([]);
  expect(
    before.filter((file) => !readers.includes(file)),
    "no longer reads anything",
  ).toEqual([]);
});
/** They have the request in their hands, and read nothing of it. */
const noReaders = [
  "api/middleware/after-answer.ts",
  "api/http/answer-error.ts",
  "api/http/env.ts",
  "api/http/is-client-closed.ts",
  "api/middleware/when-taken.ts",
  "api/routes/operator-of.ts",
  "api/app/sign-in/user-log.ts",
  "api/app/frame/pass-on.ts",
  "api/app/downloads/download.ts",
];

const asRequest = (headers: Record<string, string>) =>
  ({ headers, socket: { remoteAddress: "10.0.0.1" } }) as unknown as IncomingMessage;

const routes = () => ({
  routes: ["/a", "/:b/c", "/:b/c/:d", "/e/*"].map((each) => ({ path: each, method: "GET" })),
});

const browsers = createKnownBrowsers({
  macKeys: async () => Buffer.alloc(32),
  config: { TRUST_PROXY: 0 } as never,
  now: Date.now,
});
const withCookie = (cookie: string) => ({ req: { raw: { headers: { get: () => cookie } } } }) as unknown as Context;

/** Every function of ours that looks at bytes of a stranger. Those that need a request are tried with the whole app below. */
const functions: Record<string, (text: string) => unknown> = {
  readHandling,
  languageOf,
  secretOf,
  "addressOfRequest, one proxy": (text) => addressOfRequest(asRequest({ "x-forwarded-for": text }), 1),
  "addressOfRequest, many proxies": (text) => addressOfRequest(asRequest({ "x-forwarded-for": text }), 50),
  clientKeyOf: (text) => clientKeyOf({ wasValid: () => false }, 1)(asRequest({ authorization: text })),
  refuseOtherMethods: (text) =>
    refuseOtherMethods(routes())({ req: { path: text, method: "GET" } } as never, async () => undefined),
  ownPath: safePath,
  companyPath: safeCompanyPath,
  toOffset,
  readSending,
  "parseForm, pairs": (text) => parseForm(Buffer.from(text), { boundary: null }),
  "parseForm, parts": (text) => parseForm(Buffer.from(`--b\r\n${text}`), { boundary: "b" }),
  "parseForm, a part's content": (text) =>
    parseForm(Buffer.from(`--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${text}`), { boundary: "b" }),
  "parseForm, a part's head": (text) =>
    parseForm(Buffer.from(`--b\r\nContent-Disposition: form-data; ${text}\r\n\r\n\r\n--b--`), { boundary: "b" }),
  "findEarly, pairs": (text) => findEarly(Buffer.from(text), { boundary: null }, "csrf"),
  "findEarly, parts": (text) => findEarly(Buffer.from(text), { boundary: "b" }, "csrf"),
  isCsrfOf: (text) => isCsrfOf(Buffer.alloc(32), "secret", text),
  "text and secretText": (text) => [textOf([["a", text]], "a"), secretText([["a", text]], "a")],
  "find of known browsers": (text) => browsers.find(withCookie(`talonario_known=${text}`)),
  readSecret: (text) => readSecret(withCookie(`talonario_session=${text}`)),
  fromKept: restoreForm,
  "toKept and fromKept": (text) => restoreForm(serializeForm("/app/demo/homologation", [[text.slice(0, 9), text]])),
  toSignInName,
  passwordFault: (text) => passwordFault(text.slice(0, 2_000), { email: text, names: [text] }, isCommonPassword),
};

/** Whether the work takes less than `mostMs`, on a machine that is busy with something else longer, in one of several runs. */
async function isQuick(work: () => unknown, runs = 8): Promise<boolean> {
  for (let run = 0; run < runs; run += 1) {
    const tookMs = await leastCpuMsOf(async () => work(), 1);
    if (tookMs < mostMs || tookMs < mostMs * slowness()) return true;
  }
  return false;
}

const framed = function* () {
  for (const [name, text] of Object.entries(hostileTexts))
    for (const [begin, end] of frames)
      yield {
        what: `${begin} ${name} ${end}`,
        text: begin + text.slice(0, hostileLength - begin.length - end.length) + end,
      };
};

test.each(Object.entries(functions))("64 KB of anything take %s less than 20 ms", async (_name, work) => {
  const slow: string[] = [];
  for (const { what, text } of framed()) if (!(await isQuick(() => work(text)))) slow.push(what);
  expect(slow).toEqual([]);
});

const pieces = fc.array(fc.constantFrom(..." \"',/%+[](){}=;&\\.:?*!-_aA1á\t\r\n", "handling", "%2B", "--b", "name="), {
  minLength: 1,
  maxLength: 8,
});

test.each(Object.entries(functions))("64 KB of any repeated text take %s less than 20 ms", async (_name, work) => {
  await fc.assert(
    fc.asyncProperty(pieces, pieces, pieces, async (begin, again, end) => {
      const text =
        begin.join("") + again.join("").repeat(Math.ceil(hostileLength / again.join("").length)) + end.join("");
      return isQuick(() => work(text));
    }),
    { numRuns: 40 },
  );
});

let system: IssuingApp;
let board: ReturnType<typeof openBoard>;
let redis: Redis;
beforeAll(async () => {
  system = await openIssuingApp({ TRUST_PROXY: "1" });
  redis = new Redis(inject("redisUrl"), { maxRetriesPerRequest: null });
  board = openBoard(redis, "operator", "a password", 1);
});
afterAll(async () => {
  await board?.close();
  redis?.disconnect();
  await system?.[Symbol.asyncDispose]();
});

/** The headers that any source of `before` names, and those that servers and frameworks read. */
function headersRead(): string[] {
  const own = before.flatMap((file) =>
    [...readFileSync(path.join(projectFolder, file), "utf8").matchAll(/\.header\(\s*"([\w-]+)"\s*\)/g)].map(
      ([, name = ""]) => name,
    ),
  );
  return [...new Set([...own, "authorization", "cookie", "content-type", "x-csrf-token", "host", "range", "accept"])];
}

const cookie = `talonario_session=${"a".repeat(43)}`;
const targets: [method: string, to: string][] = [
  ["GET", "/api/demo/invoices"],
  ["POST", "/mcp"],
  ["GET", "/app/demo/homologation/invoices"],
  ["POST", "/app/sign-in"],
  ["POST", "/app/invitations/1/acceptance"],
  ["GET", "/app/static/app.css"],
  ["GET", "/docs/guides"],
];

/** Of the whole app; a header cannot have line breaks, and no request of a browser has a raw blank in its path. */
const ask = async (method: string, to: string, headers: Record<string, string> = {}, body?: string) => {
  const answer = await system.app.request(to, { method, headers, ...(body !== undefined && { body }) });
  await answer.body?.cancel();
  return answer.status;
};

test("64 KB in any header take the service less than 20 ms, before it knows whose request it is", async () => {
  const names = headersRead();
  expect(names).toEqual(expect.arrayContaining(["prefer", "x-forwarded-for", "origin", "x-request-id", "hx-request"]));
  const slow: string[] = [];
  for (const name of names)
    for (const [what, text] of Object.entries(hostileTexts)) {
      if (/[\r\n]/.test(text)) continue;
      for (const [method, to] of targets) {
        const headers = { ...(name !== "cookie" && { cookie }), [name]: `a${text.slice(0, hostileLength - 2)}b` };
        if (!(await isQuick(() => ask(method, to, headers)))) slow.push(`${name}: ${what} ${method} ${to}`);
      }
    }
  expect(slow).toEqual([]);
});

test("64 KB in a path, a query or a form take the service less than 20 ms", async () => {
  const slow: string[] = [];
  const type = { cookie, "content-type": "application/x-www-form-urlencoded" };
  for (const [what, text] of Object.entries(hostileTexts)) {
    const inPath = encodeURI(text.slice(0, 20_000)).slice(0, hostileLength);
    const plain = /[\s"\\[]/.test(text) ? inPath : text;
    const asked: [string, () => Promise<number>][] = [
      ...targets.flatMap(([method, to]): [string, () => Promise<number>][] => [
        [`${method} ${to}/…`, () => ask(method, `${to}/${plain}`, { cookie })],
        [
          `${method} ${to}?…`,
          () => ask(method, `${to}?to=${plain}&token=${plain}&language=${plain}&lang=${plain}`, { cookie }),
        ],
      ]),
      ["GET /…", () => ask("GET", `/${plain}`)],
      ["GET /app/password?token=…", () => ask("GET", `/app/password?token=${plain}`)],
      ["POST /app/sign-in", () => ask("POST", "/app/sign-in", type, text)],
      ["POST /app/sign-in, 16 KB", () => ask("POST", "/app/sign-in", type, text.slice(0, 16_000))],
      ["POST /api", () => ask("POST", "/api/demo/invoices", { "content-type": "application/json" }, text)],
    ];
    for (const [where, work] of asked) if (!(await isQuick(work))) slow.push(`${where} ${what}`);
  }
  expect(slow).toEqual([]);
});

test("64 KB in a request to the board, or in the first lines of a request, take less than 20 ms", async () => {
  const server = openServer(system.app.fetch, system.deps.log).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const raw = async (lines: string[]) => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    socket.end(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`);
    socket.resume();
    await once(socket, "close");
  };
  const slow: string[] = [];
  for (const [what, text] of Object.entries(hostileTexts)) {
    if (/[\r\n\t]/.test(text)) continue;
    const short = text.slice(0, 60_000);
    const asked: [string, () => Promise<unknown>][] = [
      ["board", async () => board.routes.request("/", { headers: { authorization: `Basic ${short}` } })],
      [
        "board, a form",
        async () => board.routes.request("/", { method: "POST", headers: { "content-type": `a${short}` } }),
      ],
      ["target", () => raw([`GET /${short.replaceAll(" ", "x")} HTTP/1.1`, "Host: a"])],
      ["host", () => raw(["GET /api/demo/invoices HTTP/1.1", `Host: ${short}`])],
      ["name", () => raw(["GET /api/demo/invoices HTTP/1.1", "Host: a", `${short}: b`])],
      ["many", () => raw(["GET /api/demo/invoices HTTP/1.1", ...Array(900).fill(`X: ${short.slice(0, 50)}`)])],
    ];
    for (const [where, work] of asked) if (!(await isQuick(work))) slow.push(`${where}: ${what}`);
  }
  server.close();
  expect(slow).toEqual([]);
});
