import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { parse } from "yaml";
import { projectFolder } from "../../../shared/assets/assets.js";
import { edgesOf, openPods } from "../../support/chart/edges.js";
import { ofKind } from "../../support/chart/objects.js";
import { renderChart } from "../../support/chart/render.js";
import { findHelm, objectsOf, testOfWays } from "../../support/chart/rendered-ways.js";
import { said } from "../../support/chart/ways.js";
import { testOf } from "../../support/groups.js";

const read = (...file: string[]) => readFileSync(path.join(projectFolder, ...file), "utf8");
const compose = parse(read("compose.yaml"), { merge: true }) as {
  services: Record<string, { networks?: string[]; environment?: Record<string, string> }>;
};
const services = Object.entries(compose.services);
const isIn = (name: string, network: string) => compose.services[name]?.networks?.includes(network) ?? false;

/**
 * Who calls whom by compose.yaml: whom its variables name, in a network of both. So the migration calls no Redis, although it is in its
 * network. Docker answers names by itself, a cluster's server does.
 */
function composeEdges(): string[] {
  const calls = services.flatMap(([name, { environment = {} }]) => {
    const text = JSON.stringify(environment);
    const called = [
      ["postgres", 5432],
      ["redis", 6379],
    ] as const;
    return called
      .filter(([server]) => text.includes(`@${server}:`) && isIn(name, "data") && isIn(server, "data"))
      .map(([server, port]) => `${name}>${server}:${port}`);
  });
  const processes = services.map(([name]) => name);
  const passed = processes
    .filter((name) => name !== "proxy" && isIn(name, "front"))
    .map((name) => `proxy>${name}:3000`);
  const [targets] = parse(read("shared", "monitoring", "prometheus.yml")).scrape_configs[0].dns_sd_configs;
  const scraped = (targets.names as string[])
    .filter((name) => isIn(name, "metrics"))
    .map((name) => `prometheus>${name}:${targets.port}`);
  // The simulator stands where the authority is.
  const outward = processes
    .filter((name) => name !== "authority" && isIn(name, "outside"))
    .map((name) => `${name}>outside`);
  return [...calls, ...passed, ...scraped, ...outward].sort();
}

const traefik = "kube-system/traefik";
/** Peers that are no pods of the chart. */
function nameOf(peer: Parameters<Parameters<typeof edgesOf>[1]>[0]): string {
  if (peer.ipBlock) return peer.ipBlock.cidr === "0.0.0.0/0" ? "outside" : peer.ipBlock.cidr;
  const space = peer.namespaceSelector?.matchLabels?.["kubernetes.io/metadata.name"];
  const labels = peer.podSelector?.matchLabels ?? {};
  if (!space) return Object.values(labels).join();
  const pod = labels["app.kubernetes.io/name"] ?? labels["k8s-app"];
  const names: Record<string, string> = {
    [traefik]: "proxy",
    "kube-system/kube-dns": "dns",
    monitoring: "prometheus",
    "monitoring/opentelemetry-collector": "collector",
  };
  return names[pod ? `${space}/${pod}` : space] ?? space;
}

/** Names, which every client asks for, apart. Towards the outside, a port is no matter in compose.yaml. */
const compared = (edges: Set<string>) =>
  [
    ...new Set(
      [...edges].filter((edge) => !edge.includes(">dns:")).map((edge) => edge.replace(/>outside:.*/, ">outside")),
    ),
  ].sort();

testOf("chart", "the NetworkPolicies allow exactly what the networks of compose.yaml are for", async (context) => {
  const objects = await renderChart(await findHelm(context), { values: said });
  const edges = edgesOf(objects, nameOf);
  expect(compared(edges)).toEqual(composeEdges());
  expect(composeEdges()).toHaveLength(23);
  // Of the authority one port, of mail servers and webhooks any.
  expect([...edges].filter((edge) => edge.includes(">outside:")).sort()).toEqual([
    "admin>outside:443",
    "admin>outside:any",
    "issuer>outside:443",
    "mailer>outside:any",
  ]);
});

testOfWays(
  "every pod is closed but for what a policy allows, and only who may call outside can",
  (objects, way) => {
    expect(openPods(objects)).toEqual([]);
    const out = [...edgesOf(objects, nameOf)]
      .filter((edge) => edge.includes(">outside"))
      .map((edge) => edge.split(">")[0]);
    const paying: Record<string, string> = {
      "paid in the application": "app",
      "paid on the pages of the API": "api",
    };
    expect([...new Set(out)].sort()).toEqual(["admin", "issuer", "mailer", ...[paying[way] ?? []].flat()].sort());
    const private_ = ["10.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"];
    for (const { spec } of ofKind(objects, "NetworkPolicy"))
      for (const { to = [] } of spec.egress ?? [])
        for (const { ipBlock } of to)
          if (ipBlock?.cidr === "0.0.0.0/0") expect(ipBlock.except).toEqual(expect.arrayContaining(private_));
  },
  (way) => way !== "everything off that can be",
);

testOf(
  "chart",
  "with PostgreSQL, Redis and S3 elsewhere, each is reached by those alone who use it",
  async (context) => {
    const objects = await renderChart(await findHelm(context), {
      examples: ["three-hosts.yaml"],
      values: { sealingKey: said.sealingKey },
    });
    const edges = [...edgesOf(objects, nameOf)];
    const clients = (end: string) =>
      edges
        .filter((edge) => edge.endsWith(`>${end}`))
        .map((edge) => edge.split(">")[0])
        .sort();
    const all = ["admin", "api", "app", "issuer", "mailer", "renderer"];
    expect(clients("10.20.0.0/24:5432")).toEqual([...all, "migrate"].sort());
    expect(clients("10.20.1.0/24:6379")).toEqual(all);
    expect(clients("10.20.2.0/24:443")).toEqual(all);
    expect(edges.filter((edge) => edge.startsWith("renderer>")).sort()).toEqual([
      "renderer>10.20.0.0/24:5432",
      "renderer>10.20.1.0/24:6379",
      "renderer>10.20.2.0/24:443",
      "renderer>dns:53",
    ]);
  },
);

testOf(
  "chart",
  "the collector of traces is reached by the processes, by nothing else, and on its port",
  async (context) => {
    const edges = [...edgesOf(await objectsOf("KEDA and ServiceMonitor on", context), nameOf)];
    const processes = ["api", "app", "issuer", "mailer", "renderer"];
    expect(edges.filter((edge) => edge.includes(">collector:")).sort()).toEqual(
      processes.map((process) => `${process}>collector:4318`),
    );
  },
);

testOf("chart", "the Ingress passes the paths that the proxy of compose.yaml passes", async (context) => {
  const helm = await findHelm(context);
  const caddyfile = read("shared", "deploy", "Caddyfile");
  const pathsOf = (name: string) => (new RegExp(`@${name} path (.*)$`, "m").exec(caddyfile)?.[1] ?? "").split(" ");
  const passed = async (pages: string) => {
    const values = { ...said, pages, host: "facturas.example.com", ingress: { enabled: true } };
    type Path = { path: string; pathType: string; backend: { service: { name: string } } };
    const ingresses = ofKind(await renderChart(helm, { values }), "Ingress");
    return ingresses
      .flatMap(({ spec }) => spec.rules[0].http.paths as Path[])
      .map((one) => `${one.backend.service.name} ${one.path}${one.pathType === "Prefix" ? "/*" : ""}`);
  };
  const expected = (service: string, paths: string[]) =>
    paths
      .map((one) => one.replace("{$BASE_PATH:/api}", "/api"))
      // A prefix means the path itself, too.
      .filter((one, _, all) => !all.includes(`${one}/*`))
      .map((one) => `${service} ${one}`);
  const api = expected("talonario-api", pathsOf("outside"));
  expect((await passed("apart")).sort()).toEqual([...expected("talonario-app", pathsOf("pages")), ...api].sort());
  expect((await passed("together")).sort()).toEqual([...expected("talonario-api", pathsOf("pages")), ...api].sort());
  expect((await passed("off")).sort()).toEqual(api.sort());
});
