import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { projectFolder } from "../../shared/assets/assets.js";

interface Step {
  run?: string;
  uses?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}

interface Job {
  name: string;
  needs?: string | string[];
  permissions?: Record<string, string>;
  environment?: string;
  uses?: string;
  steps?: Step[];
  outputs?: Record<string, string>;
}

interface Workflow {
  on: Record<string, unknown>;
  permissions?: Record<string, string>;
  env?: Record<string, string>;
  jobs: Record<string, Job>;
}

const folder = path.join(projectFolder, ".github", "workflows");
const workflows = new Map(
  readdirSync(folder).map((file) => [file, parse(readFileSync(path.join(folder, file), "utf8")) as Workflow]),
);
const workflowOf = (file: string) => workflows.get(file) as Workflow;

/** Each job with its file, and what its token may do. */
const jobs = [...workflows].flatMap(([file, workflow]) =>
  Object.entries(workflow.jobs).map(([id, job]) => ({
    id: `${file}: ${id}`,
    job,
    permissions: job.permissions ?? workflow.permissions,
    writes: Object.values(job.permissions ?? workflow.permissions ?? {}).includes("write"),
  })),
);

/** What may sign or publish: it writes somewhere, or is given a secret. Whoever only calls another workflow runs nothing itself. */
const isTrusted = ({ job, writes }: (typeof jobs)[number]) =>
  job.steps !== undefined && (writes || JSON.stringify(job).includes("secrets."));

test("each job's token reads the repository, or says what else it needs", () => {
  expect(workflows.size).toBeGreaterThan(4);
  for (const { id, permissions, writes } of jobs) {
    expect([id, permissions?.contents]).toEqual([id, expect.stringMatching(/^(read|write)$/)]);
    if (!writes) expect([id, permissions]).toEqual([id, { contents: "read" }]);
  }
  const writing = jobs.filter(({ writes }) => writes).map(({ id }) => id);
  expect(writing.sort()).toEqual(["images.yml: publish", "release.yml: images", "release.yml: publish"]);
});

/** All that a job with rights may run: programs that are there, on files whose sums were checked. */
const harmless = [
  /^sha256sum --check --strict <<< "\$SUMS"$/,
  /^npm publish "\.\/packages\/talonario-client-\$\{GITHUB_REF_NAME#v\}\.tgz" --ignore-scripts --access public$/,
  /^gh release create /,
  /^printf %s "\$PASSWORD" \| skopeo login /,
  /^for target in \$TARGETS; do\n\s+digest=\$\(skopeo inspect /,
];
const trustedActions = ["download-artifact", "setup-node", "attest-build-provenance", "attest-sbom"];

test("what signs and publishes runs no code of ours or of npm, checks the sums first, and waits for a person's word", () => {
  const trusted = jobs.filter(isTrusted);
  expect(trusted.map(({ id }) => id)).toEqual(["images.yml: publish", "release.yml: publish"]);
  for (const { id, job } of trusted) {
    const steps = job.steps ?? [];
    const actions = steps.flatMap(({ uses }) =>
      uses ? [/^actions\/([\w-]+)@[0-9a-f]{40}$/.exec(uses)?.[1] ?? uses] : [],
    );
    expect([id, actions.filter((name) => !trustedActions.includes(name))]).toEqual([id, []]);
    const runs = steps.flatMap(({ run }) => (run ? [run.trim()] : []));
    expect([id, runs.filter((run) => !harmless.some((form) => form.test(run)))]).toEqual([id, []]);
    const programs = runs.flatMap(
      (run) => run.match(/\b(npm|npx|node|bash|sh|docker|make)\b(?! publish|:\/\/)/g) ?? [],
    );
    expect([id, programs]).toEqual([id, []]);
    // Nothing is used before its sum is known to be the one that the build told.
    const checked = steps.findIndex(({ run }) => run?.startsWith("sha256sum --check"));
    expect(steps.slice(0, checked).map(({ uses }) => uses?.split("@")[0])).toEqual(["actions/download-artifact"]);
    const [, told] = /^\$\{\{ needs\.(\w+)\.outputs\.sums \}\}$/.exec(steps[checked]?.env?.SUMS ?? "") ?? [];
    expect([job.needs].flat()).toContain(told);
    expect(job.environment).toMatch(/\brelease\b/);
  }
});

test("what builds has no secret, leaves no token behind, and tells the sums of all that it hands over", () => {
  const building = jobs.filter(
    (one) =>
      one.job.steps?.some(({ run }) => /\bnpm\b|docker buildx build|\bbash\b/.test(run ?? "")) && !isTrusted(one),
  );
  expect(building.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["images.yml: build", "release.yml: gate", "release.yml: packages"]),
  );
  for (const { id, job, writes } of building) {
    expect([id, writes, JSON.stringify(job).includes("secrets.")]).toEqual([id, false, false]);
    for (const { uses, with: given } of job.steps ?? [])
      if (uses?.startsWith("actions/checkout@")) expect([id, given?.["persist-credentials"]]).toEqual([id, false]);
    const handsOver = job.steps?.some(({ uses }) => uses?.startsWith("actions/upload-artifact@"));
    if (handsOver) expect([id, job.outputs?.sums]).toEqual([id, expect.stringContaining(".outputs.sums }}")]);
  }
});

test("the images of the last release are built anew each week, from nothing, and scanned", () => {
  const { on, env, jobs: of } = workflowOf("images.yml");
  expect((on.schedule as { cron: string }[])[0]?.cron).toMatch(/^\d+ \d+ \* \* \d$/);
  const build = of.build?.steps?.map(({ run = "" }) => run).join("\n") ?? "";
  expect(build).toContain("releases/latest");
  expect(build).toContain("fresh=(--pull --no-cache)");
  expect(build).toMatch(/docker buildx build "\$\{fresh\[@\]\}" --target "\$target"/);
  const scan = of.scan as Job & { strategy: { matrix: { target: string[] } } };
  expect(scan.strategy.matrix.target).toEqual(env?.TARGETS?.split(" "));
  const [scanning] = scan.steps?.filter(({ uses }) => uses?.startsWith("anchore/scan-action@")) ?? [];
  expect(scanning?.with).toMatchObject({ "severity-cutoff": "high", "fail-build": true });
});
