import { expect } from "vitest";
import { version } from "../../../shared/assets/version.js";
import { startClusterOfSecrets } from "../../support/chart/cluster-of-secrets.js";
import { componentOf, ofKind, podsOf } from "../../support/chart/objects.js";
import { renderChart } from "../../support/chart/render.js";
import { findHelm, objectsOf, testOfWays } from "../../support/chart/rendered-ways.js";
import { said, secrets } from "../../support/chart/ways.js";
import { testOf } from "../../support/groups.js";

// What an installation that runs meets when its values or its chart change.

testOfWays("no label of a pod changes with the version of the chart, which would start the servers anew", (objects) => {
  for (const { component, labels } of podsOf(objects))
    expect([component, Object.values(labels).filter((value) => value.includes(version))]).toEqual([component, []]);
});

testOfWays("nothing kills a server that is slow, or that recovers after a crash", (objects) => {
  for (const { component, owner, spec } of podsOf(objects))
    if (owner.kind === "StatefulSet")
      expect([component, Object.keys(spec.containers[0] ?? {}).filter((name) => name.endsWith("Probe"))]).toEqual([
        component,
        ["readinessProbe"],
      ]);
});

testOfWays(
  "where the migration comes before everything else, so does its way to the database",
  (objects) => {
    const [job] = ofKind(objects, "Job").filter((one) => componentOf(one) === "migrate");
    const hookOf = (name: string) => job?.metadata.annotations?.[`helm.sh/${name}`];
    const policies = ofKind(objects, "NetworkPolicy").filter((one) => componentOf(one) === "migrate");
    const before = policies.filter(({ metadata }) => metadata.annotations?.["helm.sh/hook"] !== undefined);
    expect(before.map(({ metadata }) => metadata.annotations?.["helm.sh/hook"])).toEqual(
      hookOf("hook") === undefined ? [] : [hookOf("hook")],
    );
    // Its own, and the one that stays.
    expect(policies.length - before.length).toBe(1);
    for (const { metadata, spec } of before) {
      expect(Number(metadata.annotations?.["helm.sh/hook-weight"])).toBeLessThan(Number(hookOf("hook-weight")));
      expect(metadata.annotations?.["helm.sh/hook-delete-policy"]).toContain("hook-succeeded");
      expect(spec).toEqual(policies.find((one) => !before.includes(one))?.spec);
    }
  },
  (way) => way !== "everything off that can be",
);

testOf("chart", "new keys of the bucket start the pods anew that read them", async (context) => {
  const helm = await findHelm(context);
  const podsWith = async (secretAccessKey: string) => {
    const values = {
      ...secrets,
      // Of Valkey's certificate, a new one each time would start them anew as well.
      redis: { make: false, url: "rediss://:password@10.1.2.3:6379" },
      storage: { url: "s3://facturas/pdf", accessKeyId: "AKIAEXAMPLE", secretAccessKey },
      networkPolicies: {
        storage: { to: [{ ipBlock: { cidr: "10.20.2.0/24" } }] },
        redis: { to: [{ ipBlock: { cidr: "10.1.2.0/24" } }] },
      },
    };
    const pods = podsOf(await renderChart(helm, { values })).filter(({ owner }) => owner.kind === "Deployment");
    return new Map(pods.map(({ component, owner }) => [component, JSON.stringify(owner.spec.template)]));
  };
  const [first, same, other] = await Promise.all([podsWith("one"), podsWith("one"), podsWith("other")]);
  expect(same).toEqual(first);
  expect([...first.keys()].sort()).toEqual(["api", "app", "issuer", "mailer", "renderer"]);
  for (const [component, template] of first)
    expect([component, template === other.get(component)]).toEqual([component, false]);
});

testOf("chart", "Helm refuses a Secret of yours that it would delete, because it has made it", async (context) => {
  const helm = await findHelm(context);
  const first = await renderChart(helm, { values: secrets });
  await using cluster = await startClusterOfSecrets(first);
  const args = ["--dry-run=server", "--disable-openapi-validation", "--kube-apiserver", cluster.url];
  const roles = ["migrate", "api", "issuer", "renderer", "mailer", "postgres", "redis"];
  const named = (prefix: string) => ({
    sealingKey: said.sealingKey,
    mailer: { settings: said.mailer.settings },
    existingSecrets: Object.fromEntries(roles.map((role) => [role, `${prefix}-${role}`])),
  });
  await expect(renderChart(helm, { values: named("talonario"), args })).rejects.toThrow(
    /existingSecrets\.\w+: this release has made talonario-\w+, so the upgrade would delete it/,
  );
  expect(await renderChart(helm, { values: named("ours"), args })).not.toEqual([]);
});

/** As a node counts: thousandths of a processor, and MiB. */
const cpuOf = (text = "0") => (text.endsWith("m") ? Number(text.slice(0, -1)) : Number(text) * 1_000);
const memoryOf = (text = "0Mi") => Number.parseInt(text, 10) * (text.endsWith("Gi") ? 1_024 : 1);

testOf(
  "chart",
  "a host of 2 processors and 8 GB has place for all, and for what an upgrade starts beside them",
  async (context) => {
    const pods = podsOf(await objectsOf("the example of one host", context));
    const asked = { cpu: 0, memory: 0 };
    for (const pod of pods.filter(({ owner }) => owner.kind !== "Job")) {
      const isReplaced = pod.owner.kind === "Deployment";
      const times = isReplaced ? pod.owner.spec.replicas + 1 : 1;
      for (const { resources } of pod.spec.containers) {
        asked.cpu += times * cpuOf(resources.requests.cpu);
        asked.memory += times * memoryOf(resources.requests.memory);
      }
    }
    expect(asked.cpu).toBeGreaterThan(1_000);
    // The rest is k3s's own, and the system's.
    expect(asked.cpu).toBeLessThanOrEqual(2_000 - 300);
    expect(asked.memory).toBeLessThanOrEqual(8_000 - 1_000);
  },
);
