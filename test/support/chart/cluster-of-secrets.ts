import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ChartObject } from "./objects.js";

/**
 * A cluster as far as `helm template --dry-run=server` asks one: it knows the kinds of these objects, and has their Secrets. Gives its address.
 */
export async function startClusterOfSecrets(objects: ChartObject[]): Promise<{ url: string } & AsyncDisposable> {
  const versions = [...new Set(objects.map(({ apiVersion }) => apiVersion))];
  const groups = versions.filter((version) => version.includes("/"));
  const secrets = new Map(objects.filter(({ kind }) => kind === "Secret").map((one) => [one.metadata.name, one]));

  const answer = (path: string): object | undefined => {
    if (path === "/version") return { major: "1", minor: "35", gitVersion: "v1.35.0" };
    if (path === "/api") return { kind: "APIVersions", versions: ["v1"] };
    if (path === "/apis") return { kind: "APIGroupList", apiVersion: "v1", groups: groups.map(toGroup) };
    const [, version = ""] = /^\/apis?\/(.+)$/.exec(path) ?? [];
    const own = objects.filter(({ apiVersion }) => apiVersion === version);
    if (own.length > 0) return toList(version, own);
    const found = secrets.get(/\/secrets\/([^/]+)$/.exec(path)?.[1] ?? "");
    return found && { ...found, metadata: ownedByHelm(found), data: encoded(found) };
  };
  const server = createServer((request, response) => {
    const body = answer(new URL(request.url ?? "", "http://cluster").pathname);
    const missing = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404 };
    response.writeHead(body ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(body ?? missing));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function toGroup(groupVersion: string) {
  const [name, version] = groupVersion.split("/");
  const preferredVersion = { groupVersion, version };
  return { name, versions: [preferredVersion], preferredVersion };
}

function toList(groupVersion: string, objects: ChartObject[]) {
  const resources = [...new Set(objects.map(({ kind }) => kind))].map((kind) => {
    const singularName = kind.toLowerCase();
    const name = `${singularName.replace(/y$/, "ie")}s`;
    return { name, singularName, namespaced: true, kind, verbs: ["get", "list", "create"] };
  });
  return { kind: "APIResourceList", apiVersion: "v1", groupVersion, resources };
}

/** As Helm writes it to what it makes: it takes over nothing else. */
const ownedByHelm = ({ metadata }: ChartObject) => ({
  ...metadata,
  annotations: {
    ...metadata.annotations,
    "meta.helm.sh/release-name": "talonario",
    "meta.helm.sh/release-namespace": "default",
  },
});

const encoded = ({ stringData = {} }: ChartObject) =>
  Object.fromEntries(Object.entries(stringData).map(([key, text]) => [key, Buffer.from(text).toString("base64")]));
