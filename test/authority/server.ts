import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isCall, type OpenCall } from "./call.js";
import { keepRequest } from "./conformance.js";
import { answerControl } from "./control.js";
import { type Environment, environmentNames } from "./environment.js";
import { openFecredCall } from "./fecred.js";
import { openPadronCall } from "./padron.js";
import { padronA5, padronA13 } from "./padron-services.js";
import { type Outcome, serveCall } from "./serve-call.js";
import type { Settings } from "./settings.js";
import { closeWorld, openWorld, type World } from "./world.js";
import { openLoginCall } from "./wsaa.js";
import { wsdlPage } from "./wsdl-page.js";
import { openWsfeCall } from "./wsfe.js";

export type AuthorityOptions = {
  /** By default a free port. */
  port?: number;
  /** The address that it listens on; by default 127.0.0.1. */
  host?: string;
  /** The folder of ledgers, keys and the CA; without it they stay in memory. */
  dataFolder?: string | undefined;
  /** The folder of the CA, which several simulators may share; by default `dataFolder`. */
  certificatesFolder?: string | undefined;
  settings?: Partial<Settings>;
};

export type Authority = {
  /** `http://127.0.0.1:<port>` serves homologation; with `/homologation` or `/production` it serves that environment. */
  url: string;
  /** The base URL of the control routes. */
  control: string;
  close: () => Promise<void>;
};

type Service = { wsdl: string; greeting: string; open: OpenCall };

const asmxPage = "<html><head><title>Service Web Service</title></head><body><h1>Service</h1></body></html>";
const axisPage = "<h1>LoginCms</h1><p>Hi there, this is an AXIS service!</p>";

const servicesOf = (world: World, environment: Environment): Record<string, Service> => ({
  "/ws/services/LoginCms": { wsdl: "wsaa.wsdl", greeting: axisPage, open: openLoginCall(world, environment) },
  "/wsfev1/service.asmx": { wsdl: "wsfev1.wsdl", greeting: asmxPage, open: openWsfeCall(world, environment) },
  "/sr-padron/webservices/personaServiceA5": {
    wsdl: "persona-service-a5.wsdl",
    greeting: "",
    open: openPadronCall(padronA5, world, environment),
  },
  "/sr-padron/webservices/personaServiceA13": {
    wsdl: "persona-service-a13.wsdl",
    greeting: "",
    open: openPadronCall(padronA13, world, environment),
  },
  "/wsfecred/FECredService": { wsdl: "fecred.wsdl", greeting: "", open: openFecredCall(world, environment) },
});

/** Not with `for await`, which costs more than all the rest of reading. */
const readBody = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    request.on("error", reject);
  });

function send(response: ServerResponse, outcome: Outcome): void {
  if (outcome === "drop") {
    response.socket?.destroy();
    return;
  }
  const body = Buffer.from(outcome.body);
  response.writeHead(outcome.status, {
    ...(outcome.contentType !== null && { "content-type": outcome.contentType }),
    "content-length": body.length,
  });
  response.end(body);
}

const headerOf = (request: IncomingMessage, name: string) => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

async function serve(
  world: World,
  service: Service,
  address: string,
  request: IncomingMessage,
  isWsdl: boolean,
): Promise<Outcome> {
  if (isWsdl) return { status: 200, contentType: "text/xml; charset=utf-8", body: wsdlPage(service.wsdl, address) };
  if (request.method !== "POST")
    return { status: 200, contentType: "text/html; charset=utf-8", body: service.greeting };
  const body = await readBody(request);
  const opened = service.open({
    soapAction: headerOf(request, "soapaction"),
    contentType: headerOf(request, "content-type") ?? "",
    body,
  });
  const operation = isCall(opened) ? opened.operation : "unreadable";
  keepRequest(headerOf(request, "user-agent"), { wsdl: service.wsdl, operation, body });
  return isCall(opened) ? serveCall(world, { ...opened, traceparent: headerOf(request, "traceparent") }) : opened;
}

function createHandler(world: World) {
  const services: Record<string, Service> = { ...servicesOf(world, world.environments.homologation) };
  for (const name of environmentNames)
    for (const [path, service] of Object.entries(servicesOf(world, world.environments[name])))
      services[`/${name}${path}`] = service;

  return async (request: IncomingMessage): Promise<Outcome> => {
    const called = request.method === "POST" ? services[request.url ?? ""] : undefined;
    if (called) return serve(world, called, "", request, false);
    const origin = `http://${request.headers.host ?? "127.0.0.1"}`;
    const { pathname, searchParams } = new URL(request.url ?? "/", origin);
    const service = services[pathname];
    if (service) {
      const isWsdl = request.method === "GET" && [...searchParams.keys()].some((key) => key.toLowerCase() === "wsdl");
      return serve(world, service, origin + pathname, request, isWsdl);
    }
    if (!pathname.startsWith("/control/")) return { status: 404, contentType: "text/plain", body: "Not Found" };
    const { status, body } = await answerControl(world, {
      method: request.method ?? "GET",
      path: pathname.slice("/control".length),
      query: searchParams,
      body: await readBody(request),
    });
    return { status, contentType: "application/json", body: JSON.stringify(body) };
  };
}

/** Starts the simulated tax authority: login, invoicing, the registries and the control routes. */
export async function startAuthority({
  port = 0,
  host = "127.0.0.1",
  dataFolder,
  certificatesFolder,
  settings,
}: AuthorityOptions = {}): Promise<Authority> {
  const world = openWorld(dataFolder, settings, certificatesFolder);
  const handle = createHandler(world);
  const server = createServer((request, response) => {
    handle(request).then(
      (outcome) => send(response, outcome),
      (error: unknown) => {
        if (!response.socket?.destroyed) console.error("the simulated authority failed", error);
        send(response, { status: 500, contentType: "text/plain", body: String(error) });
      },
    );
  });
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    control: `${url}/control`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          closeWorld(world);
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
