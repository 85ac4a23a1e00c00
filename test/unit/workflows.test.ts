import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { projectFolder } from "../../shared/assets/assets.js";
import { outside } from "../../shared/launch/programs.mjs";
import { placesWithNeeded } from "../../shared/launch/shipped-packages.mjs";

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
const isTrusted = ({ job, permissions, writes }: (typeof jobs)[number]) =>
  job.steps !== undefined && ((writes && !tellsFindings(permissions)) || JSON.stringify(job).includes("secrets."));

/** Code scanning: its one right is to write what it found, which nobody runs or installs. */
const tellsFindings = (permissions: Record<string, string> | undefined) =>
  JSON.stringify(permissions) === JSON.stringify({ contents: "read", "security-events": "write" });

test("each job's token reads the repository, or says what else it needs", () => {
  expect(workflows.size).toBeGreaterThan(4);
  for (const { id, permissions, writes } of jobs) {
    expect([id, permissions?.contents]).toEqual([id, expect.stringMatching(/^(read|write)$/)]);
    if (!writes) expect([id, permissions]).toEqual([id, { contents: "read" }]);
  }
  const writing = jobs.filter(({ writes }) => writes).map(({ id }) => id);
  expect(writing.sort()).toEqual([
    "codeql.yml: analyze",
    "images.yml: publish",
    "release.yml: images",
    "release.yml: publish",
  ]);
});

/** All that a job with rights may run: programs that are there, on files whose sums were checked. */
const harmless = [
  /^sha256sum --check --strict <<< "\$SUMS"$/,
  /^npm publish "\.\/packages\/talonario-client-\$\{GITHUB_REF_NAME#v\}\.tgz" --ignore-scripts --access public$/,
  /^gh release create /,
  /^printf %s "\$PASSWORD" \| skopeo login /,
  /^printf %s "\$PASSWORD" \| helm registry login /,
  /^helm push "images\/talonario-\$VERSION\.tgz" "oci:\/\/\$IMAGES\/chart"$/,
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

const runsOf = (job: Job | undefined) => job?.steps?.map(({ run = "" }) => run).join("\n") ?? "";

test("each image is made for Intel and for Arm, and what is built for both has no native code", () => {
  const { env, jobs: of } = workflowOf("images.yml");
  expect(env?.PLATFORMS).toBe("linux/amd64,linux/arm64");
  expect(runsOf(of.build)).toMatch(/docker buildx build .* --platform "\$PLATFORMS"/);
  const dockerfile = readFileSync(path.join(projectFolder, "Dockerfile"), "utf8");
  expect(dockerfile.match(/^FROM --platform=\$BUILDPLATFORM \S+ AS build$/m)).not.toBeNull();
  // Whatever else names a platform in the Dockerfile would be the same in both images.
  expect(dockerfile.match(/--platform=/g)).toHaveLength(1);
});

test("a package that ships is native for no platform, or for both", () => {
  const lock = JSON.parse(readFileSync(path.join(projectFolder, "package-lock.json"), "utf8")) as {
    packages: Record<string, { os?: string[]; cpu?: string[] }>;
  };
  const shipped = placesWithNeeded(lock, Object.keys(outside));
  expect(shipped.length).toBeGreaterThan(20);
  const native = shipped.filter((place) => lock.packages[place]?.os || lock.packages[place]?.cpu);
  const compiled = shipped.filter((place) =>
    readdirSync(path.join(projectFolder, place), { recursive: true }).some((file) => `${file}`.endsWith(".node")),
  );
  expect([native, compiled]).toEqual([[], []]);
});

test("a release pushes the chart beside the images, and the week does not", () => {
  const { jobs: of } = workflowOf("images.yml");
  expect(runsOf(of.build)).toContain("helm package shared/deploy/chart --destination images");
  const pushes = of.publish?.steps?.filter(({ run = "" }) => run.startsWith("helm push ")) ?? [];
  expect(pushes.map((step) => (step as Step & { if?: string }).if)).toEqual(["inputs.tag != ''"]);
});

test("a release has its OpenAPI document, compared with the last one's", () => {
  const { jobs: of } = workflowOf("release.yml");
  const packages = runsOf(of.packages);
  expect(packages).toMatch(/gh release download .* --pattern openapi\.json --output before\.json/);
  expect(packages).toContain("npm run openapi -- before.json");
  expect(packages).toContain("dist/openapi.json");
  expect(runsOf(of.publish)).toContain("packages/openapi.json");
});

test("the gate runs on the oldest Node and on that of the images", () => {
  const suite = workflowOf("ci.yml").jobs.suite as Job & { strategy: { matrix: { node: number[] } } };
  const [, ofImages] = /^FROM .*node:(\d+)\./m.exec(readFileSync(path.join(projectFolder, "Dockerfile"), "utf8")) ?? [];
  expect(suite.strategy.matrix.node).toEqual([20, Number(ofImages)]);
  expect(runsOf(suite)).toBe("\n\nbash .ci/run");
});
