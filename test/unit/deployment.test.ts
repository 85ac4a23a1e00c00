import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { adminConfig } from "../../api/admin/config.js";
import { apiConfig } from "../../api/config.js";
import { issuerConfig } from "../../issuer/config.js";
import { mailerConfig } from "../../mailer/config.js";
import { rendererConfig } from "../../renderer/config.js";
import { projectFolder } from "../../shared/assets/assets.js";
import { migrateConfig } from "../../shared/db/migrate/config.js";
import { authorityConfig } from "../authority/config.js";
import { nodeArgumentsOf } from "../sandbox/node-arguments.js";

const read = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");
const found = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))];

const compose = read("compose.yaml");

interface Service {
  image?: string;
  build?: { target: string };
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  mem_limit?: string;
  cpus?: number;
  pids_limit?: number;
  cpu_shares?: number;
  depends_on?: Record<string, unknown>;
  ports?: string[];
  networks?: string[];
  network_mode?: string;
  environment: Record<string, string>;
  volumes?: string[];
}

const parsed = parse(compose, { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean; driver_opts?: Record<string, string> } | null>;
};
const services = Object.entries(parsed.services);
const serviceOf = (name: string) => parsed.services[name] as Service;

test("compose builds targets that the Dockerfile has and mounts files that exist", () => {
  const stages = found(read("Dockerfile"), /^FROM \S+ AS (\w+)/gm);
  const targets = found(compose, /target: (\w+)/g);
  expect(targets.length).toBeGreaterThan(4);
  expect(targets.filter((target) => !stages.includes(target))).toEqual([]);
  const mounted = found(compose, /(?:- |seccomp=)(\.\/[^:"]+)[:"]/g);
  expect(mounted.length).toBeGreaterThan(4);
  expect(mounted.filter((file) => !existsSync(path.join(projectFolder, file)))).toEqual([]);
});

test("the page without Docker has the versions that ship now", () => {
  const page = read("shared/deploy/without-docker.md");
  expect(page).toContain(`\nVERSION=${JSON.parse(read("package.json")).version}\n`);
  const [node] = found(read("Dockerfile"), /^FROM node:([\d.]+)/gm);
  expect(node).toMatch(/^\d+\.\d+\.\d+$/);
  expect(found(page, /(?:node-|dist\/)v([\d.]+)[-/]/g)).toEqual([node]);
});

test("each image has the texts that its process reads besides its code", () => {
  const stage = (name: string) =>
    read("Dockerfile")
      .split(new RegExp(`^FROM \\S+ AS ${name}$`, "m"))[1]
      ?.split("\nFROM ")[0];
  const texts = [
    ["api", "shared/db/people/common-passwords.txt"],
    ["api", "api/docs/guides"],
    ["api", "api/app/static"],
    ["mailer", "mailer/templates"],
    ["renderer", "renderer/templates"],
  ] as const;
  for (const [name, folder] of texts) {
    expect(stage(name)).toContain(`COPY --from=build /app/${folder} ./${folder}\n`);
    expect(existsSync(path.join(projectFolder, folder))).toBe(true);
  }
});

test("an image starts its process as the sandbox and the benchmarks do", () => {
  const stages = read("Dockerfile").split(/^FROM /m);
  for (const name of ["api", "issuer", "renderer", "mailer"]) {
    const command = ["node", ...nodeArgumentsOf(name), `dist/${name}/main.js`];
    const stage = stages.find((text) => text.startsWith(`base AS ${name}\n`));
    expect(/^CMD .*$/m.exec(stage ?? "")?.[0]).toBe(`CMD [${command.map((word) => JSON.stringify(word)).join(", ")}]`);
  }
});

test("every image runs on one version of Node, which continuous integration tests", () => {
  const versions = found(`${read("Dockerfile")}\n${compose}`, /\bnode:(\S+)/g);
  const tested = found(read(".github/workflows/ci.yml"), /node: \[(.*)\]/g).flatMap((list) => list.split(", "));
  expect(versions).toHaveLength(1);
  expect(tested).toContain(versions[0]?.split(".")[0]);
});

test("every action that a workflow uses is named by its commit", () => {
  const files = readdirSync(path.join(projectFolder, ".github", "workflows"));
  expect(files.length).toBeGreaterThan(4);
  const uses = files.flatMap((file) =>
    [...read(`.github/workflows/${file}`).matchAll(/uses: (\S+)/g)].map(([, of]) => of),
  );
  expect(uses.filter((of) => !/^(\.\/\S+|[\w/-]+@[0-9a-f]{40})$/.test(of ?? ""))).toEqual([]);
});

test("what ships is compared with known advisories every day, and updates are proposed for everything that is named by version", () => {
  const daily = parse(read(".github/workflows/advisories.yml"));
  expect(daily.on.schedule[0].cron).toMatch(/^\d+ \d+ \* \* \*$/);
  const runs = daily.jobs.check.steps.flatMap(({ run }: { run?: string }) => run ?? []);
  expect(runs).toEqual(["npm ci --ignore-scripts", "npm run advisories", "npm audit signatures"]);
  const { updates } = parse(read(".github/dependabot.yml")) as { updates: { "package-ecosystem": string }[] };
  expect(updates.map((each) => each["package-ecosystem"])).toEqual([
    "npm",
    "github-actions",
    "docker",
    "docker-compose",
  ]);
});

test("compose sets only variables that a process reads, and .env.example names every variable that compose requires", () => {
  const schemas = [adminConfig, apiConfig, issuerConfig, rendererConfig, mailerConfig, authorityConfig, migrateConfig];
  const settings = new Set(schemas.flatMap((schema) => Object.keys(schema.shape)));
  // Read by the servers, by Node, by the system and by the API itself.
  const others = /^(HOME|POSTGRES_\w+|GF_\w+|REDIS_PASSWORD|PUBLIC_HOST|NODE_EXTRA_CA_CERTS|INTERNAL_PORT)$/;
  const given = found(compose, /^ {4,6}([A-Z][A-Z0-9_]+):/gm).filter((name) => !others.test(name));
  expect(given.length).toBeGreaterThan(8);
  expect(given.filter((name) => !settings.has(name) && name !== "NEW_SECRET_KEY")).toEqual([]);

  const asked = found(compose, /\$\{([A-Z0-9_]+)/g).filter(
    (name) => !["NEW_SECRET_KEY", "GRAFANA_PORT"].includes(name),
  );
  const exemplified = found(read(".env.example"), /^([A-Z0-9_]+)=/gm);
  expect(asked.filter((name) => !exemplified.includes(name))).toEqual([]);
});

test("compose can set every setting of the processes, and keeps the secret key from the API and the mailer", () => {
  const texts = compose.split(/^ {2}(?=\w+:$)/m);
  const schemas = { api: apiConfig, issuer: issuerConfig, renderer: rendererConfig, mailer: mailerConfig };
  const common = compose.split("\nservices:")[0] ?? "";
  // The authority's production addresses are fixed, the images contain a browser, and a container listens on all its addresses.
  // The pages alone take payments: of those below.
  const fixed =
    /^(FAILPOINT|LISTEN_ADDRESS|CHROMIUM_PATH|TAXAUTH_PRODUCTION_\w+|TAXAUTH_HTTP_HOSTS|PAYMENTS|PAYMENT_INSTRUCTIONS|MERCADOPAGO_\w+|BILLING_\w+)$/;
  for (const [name, { shape }] of Object.entries(schemas)) {
    const service = texts.find((text) => text.startsWith(`${name}:`)) ?? "";
    const given = found(`${common}\n${service}`, /^ {4,6}([A-Z][A-Z0-9_]+):/gm);
    // With it the API or the mailer could open private keys, and they work without it.
    const withheld = name === "api" || name === "mailer" ? ["SECRET_KEY"] : [];
    expect(Object.keys(shape).filter((setting) => !given.includes(setting) && !fixed.test(setting))).toEqual(withheld);
  }
});

test("PDFs are written by API, pages, renderer and command line alone, and read by the mailer", () => {
  const mounts = services.flatMap(([name, { volumes = [] }]) =>
    volumes.filter((volume) => volume.startsWith("pdf:")).map((volume) => [name, volume.replace(/^pdf:[^:]+:?/, "")]),
  );
  expect(Object.fromEntries(mounts)).toEqual({ storage: "", api: "", app: "", renderer: "", mailer: "ro", admin: "" });
});

test("issuers keep how far the database has got in one place, which API and pages read and nobody else sees", () => {
  const mounts = services.flatMap(([name, { volumes = [] }]) =>
    volumes.filter((volume) => volume.startsWith("witness:")).map((volume) => [name, volume]),
  );
  const kept = "witness:/data/pdf/database";
  const ofStorage = "witness:/volumes/witness";
  expect(Object.fromEntries(mounts)).toEqual({
    storage: ofStorage,
    api: `${kept}:ro`,
    app: `${kept}:ro`,
    issuer: kept,
  });
  expect(serviceOf("api").environment.PDF_STORAGE_URL).toBe("file:/data/pdf");
  for (const name of ["api", "app", "issuer"])
    expect(serviceOf(name).depends_on).toMatchObject({ storage: { condition: "service_completed_successfully" } });
});

test("each image that is built here can be a released one", () => {
  const built = services.filter(([, service]) => "build" in service);
  const released = built.map(([, { image, build }]) => image === releasedImage(build?.target ?? ""));
  expect(released.length).toBeGreaterThan(7);
  expect(released).not.toContain(false);
  const { env } = parse(read(".github/workflows/images.yml"));
  const targets = [...new Set(built.map(([, { build }]) => build?.target))].sort();
  expect(env.TARGETS.split(" ").sort()).toEqual(targets);
});

const releasedImage = (target: string) => `\${TALONARIO_IMAGES:-talonario}/${target}:\${TALONARIO_VERSION:-local}`;

test("the host's secrets stay out of the images", () => {
  const ignored = read(".dockerignore").split("\n");
  expect(ignored).toEqual(expect.arrayContaining([".git", ".env", ".env.*", "!.env.example"]));
});

test("the page of settings lists exactly those of the processes", () => {
  const table = read("shared/deploy/settings.md");
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) => found(row.split("|")[1] ?? "", /`([A-Z_]+)`/g));
  const schemas = [apiConfig, issuerConfig, rendererConfig, mailerConfig, migrateConfig];
  const settings = new Set(schemas.flatMap((schema) => Object.keys(schema.shape)));
  const own = [...settings].filter((name) => name !== "FAILPOINT" && !name.startsWith("TAXAUTH_PRODUCTION_"));
  expect(own.filter((name) => !table.includes(name) && !name.endsWith("_URL"))).toEqual([]);
  expect(named.filter((name) => !settings.has(name))).toEqual([]);
});

describe("every container", () => {
  /** What needs more than nothing, and why. */
  const capabilities: Record<string, string[]> = {
    // Caddy's program carries this capability and starts with it only.
    proxy: ["NET_BIND_SERVICE"],
    // It hands volumes over to the processes' user, and closes them for all others.
    storage: ["CHOWN", "DAC_READ_SEARCH", "FOWNER"],
  };
  /** Images that run as a user of their own. */
  const ownUser = ["prometheus", "grafana"];

  test.each(services)("%s can do and take no more than it needs", (name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
    expect(service.cap_add ?? []).toEqual(capabilities[name] ?? []);
    expect(service.security_opt).toContain("no-new-privileges:true");
    expect([service.mem_limit, service.cpus, service.pids_limit]).not.toContain(undefined);
    const user = "build" in service || ownUser.includes(name) ? "its image's" : service.user;
    expect(user).toMatch(name === "storage" ? /^root$/ : /^(?!root|0)./);
  });

  test("runs an exact version, and ours run as a user who is not root", () => {
    const images = [
      ...services.filter(([, service]) => !("build" in service)).flatMap(([, { image }]) => image ?? []),
      ...found(read("Dockerfile"), /^FROM (\S+:\S+)/gm),
    ];
    expect(images.length).toBeGreaterThan(6);
    expect(images.filter((image) => !/:v?\d+\.\d+(\.\d+|-trixie)/.test(image))).toEqual([]);
    const stages = read("Dockerfile")
      .split(/^FROM /m)
      .slice(2);
    const users = stages.map((stage) => found(stage, /^USER (\S+)/gm).at(-1) ?? "inherited");
    expect(users.filter((user) => !["1000:1000", "inherited"].includes(user))).toEqual([]);
    expect(users[0]).toBe("1000:1000");
    expect(read("Dockerfile")).not.toMatch(/npm (ci|prune)(?! --ignore-scripts)/);
  });
});

test("only the proxy is published to the outside; the rest is for this host", () => {
  const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port] as const));
  expect(published.filter(([, port]) => !port.startsWith("127.0.0.1:"))).toEqual([
    ["proxy", "80:8080"],
    ["proxy", "443:8443"],
  ]);
  expect(published.filter(([name]) => name === "api").map(([, port]) => port)).toEqual([
    expect.stringMatching(/:3000$/),
    expect.stringMatching(/:9100$/),
  ]);
});

test("each container is in the networks that it needs, and only issuer, mailer, pages and command line can call outside", () => {
  const { networks } = parsed;
  const isClosed = (name: string) =>
    networks[name]?.internal === true ||
    networks[name]?.driver_opts?.["com.docker.network.bridge.enable_ip_masquerade"] === "false";
  const canCallOut = services.filter(([, service]) => {
    const own = service.networks ?? (service.network_mode === "none" ? [] : ["default"]);
    return own.some((network) => !isClosed(network));
  });
  // The simulator stands where the authority is.
  expect(canCallOut.map(([name]) => name)).toEqual(["proxy", "app", "issuer", "mailer", "admin", "authority"]);
  expect(services.filter(([, { networks: own = [] }]) => own.includes("payments")).map(([name]) => name)).toEqual([
    "app",
  ]);
  for (const name of ["postgres", "redis", "migrate"]) expect(serviceOf(name).networks).toEqual(["data"]);
  expect(serviceOf("renderer").networks?.every((network) => networks[network]?.internal)).toBe(true);
  expect(serviceOf("proxy").networks).not.toContain("data");
  expect(serviceOf("prometheus").networks).toEqual(["metrics"]);
});

test("Redis is reached with a password over TLS, and its key is read by Redis alone", () => {
  for (const name of ["api", "issuer", "renderer", "mailer", "admin"]) {
    const { environment, volumes } = serviceOf(name);
    expect(environment.REDIS_URL).toMatch(/^rediss:\/\/:\$\{REDIS_PASSWORD:\?/);
    expect(environment.NODE_EXTRA_CA_CERTS).toBe("/tls/ca.crt");
    expect(volumes).toContain("authority-of-redis:/tls:ro");
  }
  const readers = services.filter(([, { volumes = [] }]) =>
    volumes.some((one) => one.startsWith("certificate-of-redis:")),
  );
  expect(readers.map(([name]) => name)).toEqual(["redis", "storage", "certificate"]);
  expect(read("shared/deploy/valkey.conf")).toMatch(/^port 0$/m);
});

test("the proxy passes the API and its documentation, and the API believes it about the client", () => {
  const caddyfile = read("shared/deploy/Caddyfile");
  const pathsOf = (name: string) => found(caddyfile, new RegExp(`@${name} path (.*)$`, "gm"))[0]?.split(" ");
  expect(pathsOf("pages")).toEqual(["/", "/favicon.ico", "/app", "/app/*", "/payments/mercadopago"]);
  expect(pathsOf("outside")).toEqual([
    "{$BASE_PATH:/api}/*",
    ...["/docs", "/docs/*", "/openapi.json", "/llms.txt", "/postman.json", "/mcp", "/mcp/*"],
  ]);
  expect(found(caddyfile, /name \{\$\w+:(\w+)\}/g)).toEqual(["app", "api"]);
  // What another proxy must pass is what the page says of ours.
  const said = /\nIt passes (.*?) to `app`, and (.*?) to `api`/s.exec(read("shared/deploy/README.md"));
  const roots = (paths: string[] = []) => paths.filter((one) => !/.\/\*$/.test(one) || one.includes("BASE_PATH"));
  const names = (text = "") =>
    found(text, /`(\/[^`]*|BASE_PATH\/…)`/g).map((one) => one.replace("BASE_PATH/…", "{$BASE_PATH:/api}/*"));
  expect(names(said?.[1]).sort()).toEqual(roots(pathsOf("pages")).sort());
  expect(names(said?.[2]).sort()).toEqual(roots(pathsOf("outside")).sort());
  for (const name of ["api", "app"])
    expect(serviceOf(name).environment).toMatchObject({
      TRUST_PROXY: expect.stringContaining(":-1}"),
      INTERNAL_PORT: "9100",
    });
});

test("pages and API are processes of their own, so that no trouble of a page touches issuing", () => {
  const [api, app] = [serviceOf("api"), serviceOf("app")];
  expect([api.environment.APP, app.environment.APP]).toEqual(["off", "only"]);
  const { APP: _api, BOARD_USER, BOARD_PASSWORD, ...ofApi } = api.environment;
  const { APP: _app, BOARD_USER: noUser, BOARD_PASSWORD: noPassword, ...ofApp } = app.environment;
  // The pages alone take payments.
  const ofPayments = (name: string) => /^(PAYMENT|MERCADOPAGO_|BILLING_)/.test(name);
  expect(Object.keys(ofApi).filter(ofPayments)).toEqual([]);
  expect(Object.keys(ofApp).filter(ofPayments)).toHaveLength(12);
  const others = Object.fromEntries(Object.entries(ofApp).filter(([name]) => !ofPayments(name)));
  expect([others, noUser, noPassword]).toEqual([ofApi, "", ""]);
  expect([BOARD_USER, BOARD_PASSWORD]).not.toContain("");
  for (const limit of ["mem_limit", "cpus", "pids_limit"] as const) expect(app[limit]).toBeDefined();
  expect(app.cpu_shares, "when the processors are busy, issuing comes first").toBeLessThan(1_024);
  expect(Object.keys(serviceOf("proxy").depends_on ?? {}), "the API is there without the pages").not.toContain("app");
});

test("Prometheus reads each process where it answers", () => {
  const { scrape_configs } = parse(read("shared/monitoring/prometheus.yml")) as {
    scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
  };
  const targets = scrape_configs.flatMap(({ dns_sd_configs }) => dns_sd_configs);
  expect(targets).toEqual([{ names: ["api", "app", "issuer", "renderer", "mailer"], type: "A", port: 9100 }]);
  for (const name of targets[0]?.names ?? []) expect(serviceOf(name).networks).toContain("metrics");
});

test("the renderer's system calls allow Chromium's sandbox and no other namespace", () => {
  // The operator's doctor starts the same browser.
  for (const name of ["renderer", "admin"])
    expect(serviceOf(name).security_opt).toContain("seccomp=./shared/deploy/chromium-seccomp.json");
  const { defaultAction, syscalls } = JSON.parse(read("shared/deploy/chromium-seccomp.json")) as {
    defaultAction: string;
    syscalls: {
      names: string[];
      action: string;
      args?: { index: number; value: number; valueTwo?: number; op: string }[];
    }[];
  };
  expect(defaultAction).toBe("SCMP_ACT_ERRNO");
  const allowed = syscalls.filter(({ action }) => action === "SCMP_ACT_ALLOW");
  const names = allowed.flatMap((one) => one.names);
  expect(names).toEqual(expect.arrayContaining(["clone", "unshare", "chroot", "seccomp", "execve"]));
  const dangerous = [
    "mount",
    "umount2",
    "setns",
    "ptrace",
    "bpf",
    "kexec_load",
    "init_module",
    "keyctl",
    "add_key",
    "userfaultfd",
  ];
  expect(names.filter((name) => [...dangerous, "clone3", "perf_event_open", "io_uring_setup"].includes(name))).toEqual(
    [],
  );
  const namespaces = allowed.find((one) => one.names.includes("clone"));
  // CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS and CLONE_NEWIPC must be absent.
  const others = 0x20000 + 0x2000000 + 0x4000000 + 0x8000000;
  expect(namespaces).toMatchObject({ args: [{ index: 0, value: others, valueTwo: 0, op: "SCMP_CMP_MASKED_EQ" }] });
});
