import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { componentOf, ofKind } from "../../support/chart/objects.js";
import { renderChart } from "../../support/chart/render.js";
import { findHelm, objectsOf } from "../../support/chart/rendered-ways.js";
import { said } from "../../support/chart/ways.js";
import { testOf } from "../../support/groups.js";

// What Prometheus and KEDA see of it.

/** What Prometheus's operator says of each target of a ServiceMonitor, in the place of a metric's own label of that name. */
const ofOperator = ["namespace", "service", "pod", "container", "endpoint", "instance", "job"];

testOf("chart", "no label of a metric gives way to one that Prometheus's operator sets", async (context) => {
  const readme = readFileSync(path.join(projectFolder, "shared", "monitoring", "README.md"), "utf8");
  const rows = readme.matchAll(/^\| `talonario_\w+` `\{([^}]+)\}`/gm);
  const own = new Set([...rows].flatMap(([, labels = ""]) => labels.split(/, */)));
  expect(own).toContain("service");
  expect(own.size).toBeGreaterThan(12);
  const [monitor] = ofKind(await objectsOf("KEDA and ServiceMonitor on", context), "ServiceMonitor");
  const steps: { action: string; regex?: string; targetLabel?: string }[] = monitor?.spec.endpoints[0].relabelings;
  const dropped = steps.filter(({ action }) => action === "labeldrop").map(({ regex }) => regex);
  const set = [...ofOperator, ...steps.flatMap(({ targetLabel }) => targetLabel ?? [])];
  expect(set.filter((label) => own.has(label) && !dropped.includes(label))).toEqual([]);
});

testOf("chart", "what waits at another installation scales nothing here", async (context) => {
  const scaled = ofKind(await objectsOf("KEDA and ServiceMonitor on", context), "ScaledObject");
  const queries = scaled.flatMap(({ spec }) =>
    spec.triggers.map((one: { metadata: { query?: string } }) => one.metadata.query),
  );
  expect(queries.filter((query) => query !== undefined).sort()).toEqual(
    ["talonario_mails_due", "talonario_pdfs_due", "talonario_waiting_sequences"].map(
      (gauge) => `max(${gauge}{namespace="default"})`,
    ),
  );
});

testOf("chart", "a kind of process that is not to be scaled has its replicas, and no ScaledObject", async (context) => {
  const values = {
    ...said,
    database: { maxConnections: 250 },
    scaling: { enabled: true, trigger: "postgresql" },
    api: { replicas: 3, scaling: null },
    renderer: { scaling: null },
  };
  const objects = await renderChart(await findHelm(context), { values });
  expect(ofKind(objects, "ScaledObject").map(componentOf).sort()).toEqual(["issuer", "mailer"]);
  const replicas = ofKind(objects, "Deployment").map((one) => [componentOf(one), one.spec.replicas]);
  expect(Object.fromEntries(replicas)).toMatchObject({ api: 3, renderer: 1 });
  expect(Object.fromEntries(replicas).issuer).toBeUndefined();
});
