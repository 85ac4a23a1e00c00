import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { projectFolder } from "../../../shared/assets/assets.js";
import { type AlertCase, alertCases, healthy, passing } from "./alert-cases.js";

interface Rule {
  alert?: string;
  labels?: { severity: string };
  annotations?: unknown;
}

const file = (name: string) => path.join(projectFolder, "shared", "monitoring", name);
const { groups } = parse(readFileSync(file("alerts.yml"), "utf8")) as { groups: { name: string; rules: Rule[] }[] };
const alerts = groups.flatMap(({ rules }) => rules.filter(({ alert }) => alert !== undefined));
const severityOf = (name: string) => alerts.find(({ alert }) => alert === name)?.labels?.severity;

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
if (!hasPromtool)
  console.log("alerts: promtool is not installed (Debian's package prometheus): no rule was seen firing");

test("every alert has a case in which it must fire", () => {
  expect([...new Set(alertCases.map(({ alert }) => alert))].sort()).toEqual(alerts.map(({ alert }) => alert).sort());
});

describe.skipIf(!hasPromtool)("by Prometheus's own tool", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "talonario-alerts-"));
    // The tool compares texts too, which are no matter here.
    const bare = groups.map(({ name, rules }) => ({ name, rules: rules.map(({ annotations: _, ...rule }) => rule) }));
    writeFileSync(path.join(folder, "alerts.yml"), stringify({ groups: bare }));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Judges which alerts fire at each of these times, all others being silent, by one start of the tool. Gives what it found wrong. */
  function run(series: AlertCase["series"], times: string[], firing: Record<string, Record<string, string>[]>): string {
    const all = Object.entries({ ...healthy, ...series }).flatMap(([name, values]) =>
      values === null ? [] : [{ series: name, values }],
    );
    const tests = times.flatMap((at) =>
      alerts.map(({ alert = "" }) => ({
        eval_time: at,
        alertname: alert,
        exp_alerts: (firing[alert] ?? []).map((labels) => ({ exp_labels: labels })),
      })),
    );
    const content = {
      rule_files: [path.join(folder, "alerts.yml")],
      evaluation_interval: "15s",
      tests: [{ interval: "15s", input_series: all, alert_rule_test: tests }],
    };
    writeFileSync(path.join(folder, "test.yml"), stringify(content));
    const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", path.join(folder, "test.yml")], {
      encoding: "utf8",
      // The garbage collector at work four times less often: it took a fifth of the tool's time.
      env: { ...process.env, GOGC: "400" },
    });
    return status === 0 ? "" : `${stdout}${stderr}`;
  }

  test("the rules, and both settings of Prometheus with them, are valid", () => {
    execFileSync("promtool", ["check", "rules", file("alerts.yml")]);
    for (const name of ["prometheus.yml", "prometheus-static.yml"])
      execFileSync("promtool", ["check", "config", file(name)]);
  });

  test("a service that is well wakes nobody", () => {
    expect(run({}, ["1m", "10m", "30m", "100m"], {})).toBe("");
  });

  test.each(alertCases)(
    "$alert fires for its own cause, and nothing else does",
    ({ alert, series, at, labels, also }) => {
      const severity = severityOf(alert) ?? "";
      expect(run(series, [at], { [alert]: [{ severity, ...labels }], ...also })).toBe("");
    },
  );

  test.each(passing)("what passes by itself pages nobody: $what", ({ what, series, warns = [] }) => {
    const isUnread = what === "the API alone is not read";
    const unread = ["api"].map((name) => ({ severity: "page", job: "talonario", process: name }));
    const times = Array.from({ length: 13 }, (_, index) => `${10 + index}m`);
    const seen = run(series, times, isUnread ? { ProcessNotScraped: unread } : {});
    const told = [...seen.matchAll(/alertname: (\w+)/g)].map(([, name = ""]) => name);
    expect(
      told.filter((name) => !warns.includes(name)),
      seen,
    ).toEqual([]);
  });
});
