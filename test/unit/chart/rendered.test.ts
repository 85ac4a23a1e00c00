import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { projectFolder } from "../../../shared/assets/assets.js";
import { startHealthServer } from "../../../shared/process/health-server.js";
import { findFreePort } from "../../sandbox/servers/free-port.js";
import { faultsOfObject } from "../../support/chart/faults-of-object.js";
import { type ChartObject, componentOf, containersOf, ofKind, podsOf, selects } from "../../support/chart/objects.js";
import { chartFolder, lintChart } from "../../support/chart/render.js";
import { findHelm, objectsOf, testOfWays } from "../../support/chart/rendered-ways.js";
import { ways } from "../../support/chart/ways.js";
import { testOf } from "../../support/groups.js";
import { keptLog } from "../../support/readers/kept-log.js";

const compose = parse(readFileSync(path.join(projectFolder, "compose.yaml"), "utf8"), { merge: true });

for (const [way, { args: _, ...given }] of Object.entries(ways))
  testOf("chart", `${way}: helm lint --strict has nothing to say`, async (context) => {
    expect(await lintChart(await findHelm(context), given)).toContain("1 chart(s) linted, 0 chart(s) failed");
  });

testOfWays("every object is as its schema has it, without a property that nobody knows", async (objects) => {
  expect((await Promise.all(objects.map(faultsOfObject))).flat()).toEqual([]);
});

testOf("chart", "the walk finds what is unknown, what has the wrong type and what lacks", async (context) => {
  const [one] = ofKind(await objectsOf("one host's defaults", context), "Deployment");
  if (!one) throw new Error("there is no Deployment");
  const faults = (change: (spec: ChartObject["spec"]) => void) => {
    const changed = structuredClone(one);
    change(changed.spec);
    return faultsOfObject(changed);
  };
  expect(await faults((spec) => Object.assign(spec.template.spec.containers[0], { imagee: "x" }))).toEqual([
    expect.stringContaining("/spec/template/spec/containers/0/imagee is unknown"),
  ]);
  expect(await faults((spec) => Object.assign(spec, { replicas: "3" }))).toEqual([
    expect.stringContaining("replicas must be integer"),
  ]);
  expect(await faults((spec) => delete spec.selector)).toEqual([expect.stringContaining("selector")]);
});

testOfWays("each object has a name of its own, and what it names is there", (objects, way) => {
  const names = objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  const named = podsOf(objects).flatMap((pod) => [
    ...(pod.spec.serviceAccountName ? [`ServiceAccount/${pod.spec.serviceAccountName}`] : []),
    ...containersOf(pod).flatMap(({ env = [] }) =>
      env.flatMap(({ valueFrom }) => (valueFrom ? [`Secret/${valueFrom.secretKeyRef.name}`] : [])),
    ),
    ...(pod.spec.volumes ?? []).flatMap(({ secret, configMap, persistentVolumeClaim }) => [
      ...(secret ? [`Secret/${secret.secretName}`] : []),
      ...(configMap ? [`ConfigMap/${configMap.name}`] : []),
      ...(persistentVolumeClaim ? [`PersistentVolumeClaim/${persistentVolumeClaim.claimName}`] : []),
    ]),
  ]);
  const ofOthers: Record<string, string[]> = {
    "three hosts with PostgreSQL and S3 elsewhere": ["migrate", "api", "issuer", "renderer", "mailer"].map(
      (role) => `Secret/talonario-${role}`,
    ),
    "CloudNativePG and Valkey with Sentinel": ["Secret/talonario-db-app", "Secret/talonario-db-ca"],
  };
  const missing = new Set(named.filter((name) => !names.includes(name)));
  expect([...missing].sort()).toEqual((ofOthers[way] ?? []).sort());
});

testOfWays("every selector means the pods of its own component, and no others", (objects) => {
  const pods = podsOf(objects);
  const meant = (selector: object) =>
    pods.filter(({ labels }) => selects(selector, labels)).map((pod) => pod.component);
  for (const object of objects) {
    const own = [componentOf(object)];
    if (["Deployment", "StatefulSet", "DaemonSet", "PodDisruptionBudget"].includes(object.kind))
      expect(meant(object.spec.selector)).toEqual(own);
    if (object.kind === "Service") expect(meant({ matchLabels: object.spec.selector })).toEqual(own);
    if (object.kind === "NetworkPolicy" && own[0] !== "network") expect(meant(object.spec.podSelector)).toEqual(own);
  }
  for (const { component, spec } of pods)
    for (const { labelSelector } of spec.topologySpreadConstraints ?? [])
      expect(meant(labelSelector)).toEqual([component]);
  for (const { spec } of ofKind(objects, "ScaledObject")) {
    const target = ofKind(objects, "Deployment").find(({ metadata }) => metadata.name === spec.scaleTargetRef.name);
    // With replicas, each upgrade would set them back.
    expect(target?.spec.replicas).toBeUndefined();
    expect(target).toBeDefined();
  }
  for (const { spec } of ofKind(objects, "ServiceMonitor")) {
    const read = ofKind(objects, "Service").filter(({ metadata }) => selects(spec.selector, metadata.labels));
    expect(read.map(componentOf).sort()).toEqual(ofKind(objects, "Deployment").map(componentOf).sort());
  }
});

testOfWays("every port that is named is a container's, and every probe's path is answered", async (objects) => {
  const pods = podsOf(objects);
  const portsOf = (component: string) =>
    pods
      .filter((pod) => pod.component === component)
      .flatMap((pod) => containersOf(pod).flatMap(({ ports = [] }) => ports.map(({ name }) => name)));
  for (const service of ofKind(objects, "Service"))
    for (const { targetPort } of service.spec.ports) expect(portsOf(componentOf(service))).toContain(targetPort);
  for (const { spec } of ofKind(objects, "Ingress"))
    for (const { backend } of spec.rules[0].http.paths) {
      const service = ofKind(objects, "Service").find(({ metadata }) => metadata.name === backend.service.name);
      const names = service?.spec.ports.map(({ name }: { name: string }) => name);
      expect(names).toContain(backend.service.port.name);
    }

  const probed = pods.flatMap((pod) =>
    containersOf(pod).flatMap((container) =>
      (["startupProbe", "livenessProbe", "readinessProbe"] as const).flatMap((probe) => {
        const asked = container[probe]?.httpGet;
        if (asked) expect(container.ports?.map(({ name }) => name)).toContain(asked.port);
        return asked ? [asked.path] : [];
      }),
    ),
  );
  expect(new Set(probed)).toEqual(new Set(["/health/live", "/health/ready"]));
  const port = await findFreePort();
  const server = await startHealthServer({ port }, async () => ({ ok: true }), keptLog().log);
  for (const asked of new Set([...probed, "/metrics"])) {
    expect((await fetch(`http://127.0.0.1:${port}${asked}`)).status).toBe(200);
    // Of the API, which has a server of its own for it.
    expect(readFileSync(path.join(projectFolder, "api", "operator-pages", "internal.ts"), "utf8")).toContain(
      `.get("${asked}"`,
    );
  }
  await server.close();
});

testOfWays("each process may take, and may do, what its container of compose.yaml may", (objects) => {
  const bytes = (text: string) => text.toLowerCase().replace("gi", "g").replace("mi", "m");
  for (const pod of podsOf(objects)) {
    expect(pod.spec.automountServiceAccountToken).toBe(false);
    expect(Object.keys(pod.spec).filter((name) => name.startsWith("host"))).toEqual([]);
    const service = compose.services[pod.component];
    for (const container of containersOf(pod)) {
      // But for one that the Pod Security level "baseline" forbids: compose's needs it for a folder that the chart has not.
      const add = (service?.cap_add as string[] | undefined)?.filter((one) => one !== "DAC_READ_SEARCH");
      expect(container.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
      });
      expect(container.securityContext.capabilities).toEqual({ drop: ["ALL"], ...(add && { add }) });
      const user = container.securityContext.runAsUser ?? pod.spec.securityContext.runAsUser;
      // Those that write the profile to the node, and hand the volumes over.
      const isRoot = ["write", "storage"].includes(container.name);
      expect([container.name, user === 0]).toEqual([container.name, isRoot]);
      expect(pod.spec.securityContext.seccompProfile).toEqual({ type: "RuntimeDefault" });
      if (!service) continue;
      expect(Number(container.resources.limits.cpu)).toBe(service.cpus);
      expect([pod.component, bytes(container.resources.limits.memory ?? "")]).toEqual([
        pod.component,
        service.mem_limit,
      ]);
      if (service.user && !isRoot) expect(`${user}`).toBe(String(service.user).split(":")[0]);
      if (service.image.includes("/valkey") || service.image.startsWith("postgres"))
        expect(container.image).toBe(service.image);
    }
    if (pod.owner.kind === "Deployment" && service)
      expect(`${pod.spec.terminationGracePeriodSeconds}s`).toBe(service.stop_grace_period);
    const hostFolders = (pod.spec.volumes ?? []).filter(({ hostPath }) => hostPath);
    expect([pod.component, hostFolders.length]).toEqual([pod.component, pod.component === "seccomp" ? 1 : 0]);
  }
});

testOfWays("images are targets of the Dockerfile, in the version of the chart", (objects) => {
  const stages = readFileSync(path.join(projectFolder, "Dockerfile"), "utf8");
  const { version } = JSON.parse(readFileSync(path.join(projectFolder, "package.json"), "utf8"));
  const ours = podsOf(objects)
    .flatMap(containersOf)
    .map(({ image }) => /^(?:registry\.example\.com\/)?talonario\/(\w+):(.*)$/.exec(image))
    .filter((found) => found !== null);
  expect(ours.length).toBeGreaterThan(4);
  for (const [, target, tag] of ours) {
    expect(stages).toContain(` AS ${target}\n`);
    expect(tag).toBe(version);
  }
});

testOfWays(
  "PDFs and what was seen of the database are mounted as compose.yaml mounts them, or in a bucket",
  (objects) => {
    const isBucket = ofKind(objects, "PersistentVolumeClaim").length === 0;
    for (const pod of podsOf(objects).filter(({ owner }) => owner.kind === "Deployment")) {
      const mounted = containersOf(pod).flatMap(({ volumeMounts = [] }) =>
        volumeMounts
          .filter(({ name }) => ["pdf", "witness"].includes(name))
          .map(({ name, mountPath, readOnly }) => `${name}:${mountPath}${readOnly ? ":ro" : ""}`),
      );
      const inCompose = (compose.services[pod.component].volumes as string[]).filter((one) => !one.includes(":/tls"));
      expect([pod.component, mounted]).toEqual([pod.component, isBucket ? [] : inCompose]);
    }
  },
);

testOfWays(
  "the migration comes before everything, but for the first one of a database that the chart makes",
  (objects, way) => {
    const [job, ...others] = ofKind(objects, "Job").filter((one) => componentOf(one) !== "storage");
    expect(others).toEqual([]);
    const makesDatabase = ofKind(objects, "StatefulSet").some((one) => componentOf(one) === "postgres");
    const hooks = job?.metadata.annotations?.["helm.sh/hook"];
    const expected = way === "an upgrade" ? "pre-upgrade" : "pre-install,pre-upgrade";
    expect(hooks).toBe(makesDatabase && way !== "an upgrade" ? undefined : expected);
    const secret = ofKind(objects, "Secret").find((one) => componentOf(one) === "migrate");
    if (secret) expect(secret.metadata.annotations?.["helm.sh/hook"]).toBe("pre-install,pre-upgrade");
  },
);

testOfWays("rules and system calls are those of the files that compose.yaml and Prometheus read", (objects) => {
  const file = (...names: string[]) => readFileSync(path.join(projectFolder, "shared", ...names), "utf8");
  for (const { spec } of ofKind(objects, "PrometheusRule")) {
    expect(spec).toEqual(parse(file("monitoring", "alerts.yml")));
    expect(spec.groups.flatMap(({ rules }: { rules: object[] }) => rules).length).toBeGreaterThan(29);
  }
  const configs = ofKind(objects, "ConfigMap");
  const dataOf = (component: string, key: string) =>
    configs.find((one) => componentOf(one) === component && one.data?.[key])?.data?.[key];
  const renderer = podsOf(objects).find(({ component }) => component === "renderer");
  const [container] = renderer?.spec.containers ?? [];
  const profile = container?.securityContext.seccompProfile as { localhostProfile: string } | undefined;
  const writer = podsOf(objects).find(({ component }) => component === "seccomp");
  const noSandbox = container?.env?.find(({ name }) => name === "CHROMIUM_NO_SANDBOX")?.value;
  // With the profile Chromium has its sandbox, and without it the pod says why it has none.
  expect([profile !== undefined, noSandbox]).toEqual(writer ? [true, undefined] : [false, "1"]);
  if (!writer)
    return expect(renderer?.owner.spec.template.metadata.annotations).toHaveProperty(
      ["talonario/without-sandbox-because"],
      "a cluster whose nodes nobody may write to",
    );
  expect(dataOf("seccomp", "chromium.json")).toBe(file("deploy", "chromium-seccomp.json"));
  const script = JSON.stringify(writer.spec.initContainers);
  expect(script).toContain(`/node/${profile?.localhostProfile} `.trim());
  if (dataOf("redis", "valkey.conf")) expect(dataOf("redis", "valkey.conf")).toBe(file("deploy", "valkey.conf"));
});

testOfWays("more than one process of a kind has a budget for drains, and goes to several hosts", (objects, way) => {
  const budgets = ofKind(objects, "PodDisruptionBudget").map(componentOf);
  const scaled = new Map(
    ofKind(objects, "ScaledObject").map((one) => [componentOf(one), one.spec.maxReplicaCount as number]),
  );
  const isOff = way === "everything off that can be";
  for (const { component, owner, spec } of podsOf(objects).filter(({ owner }) => owner.kind === "Deployment")) {
    const most = scaled.get(component) ?? owner.spec.replicas;
    expect([component, budgets.includes(component)]).toEqual([component, most > 1 && !isOff]);
    expect(spec.topologySpreadConstraints?.length ?? 0).toBe(isOff ? 0 : 2);
  }
});

testOf("chart", "what the examples apply beside the chart is as its schema has it", async (context) => {
  await findHelm(context);
  const folder = path.join(chartFolder, "examples");
  const text = readFileSync(path.join(folder, "valkey-sentinel", "valkey.yaml"), "utf8");
  const objects = parseAllDocuments(text).map((one) => one.toJS() as ChartObject);
  expect(objects.length).toBe(6);
  expect((await Promise.all(objects.map(faultsOfObject))).flat()).toEqual([]);
  expect(existsSync(path.join(folder, "cloudnative-pg", "cluster.yaml"))).toBe(true);
});
