/**
 * What is built: each bundle is the programs of one process, with all that they import. esbuild puts what several of them need, and
 * what is imported only when it is used, into files of their own beside them. `ships` says that an image has it, and
 * `runs` which program is a step of the build.
 */
export const bundles = [
  {
    folder: "api",
    programs: ["api/main", "api/admin/main", "api/docs/write-document-main", "api/logo-thread"],
    ships: true,
    // To generate the OpenAPI document takes 0.3 s, in which the API would answer nothing.
    runs: "api/docs/write-document-main",
  },
  { folder: "issuer", programs: ["issuer/main"], ships: true },
  { folder: "renderer", programs: ["renderer/main", "renderer/logo-thread"], ships: true },
  { folder: "mailer", programs: ["mailer/main"], ships: true },
  { folder: "shared/db/migrate", programs: ["shared/db/migrate/migrate-main"], ships: true },
  { folder: "shared/deploy", programs: ["shared/deploy/certificates-main"], ships: true },
  { folder: "test/authority", programs: ["test/authority/main"], ships: true },
  { folder: "test/sandbox", programs: ["test/sandbox/main"], ships: false },
  {
    folder: "tools",
    programs: [
      "api/docs/release-document-main",
      "mailer/write-templates-main",
      "shared/deploy/advisories-main",
      "shared/deploy/sbom-main",
      "test/bench/main",
      "test/bench/neighbour-main",
      "test/bench/strangers-main",
      "test/chaos/main",
      "test/chaos/simulation/seed-worker",
      "test/support/processes/ask-ports-main",
      "test/support/processes/print-one-main",
    ],
    ships: false,
    // Mails are compiled here: no process has the compiler, nor the two hundred packages that it needs.
    runs: "mailer/write-templates-main",
    // They run in a clone, which has every package: to bundle those takes longer than to load them.
    leavesPackagesOutside: true,
  },
];

/** Every program, by the path of its source. */
export const programs = bundles.flatMap((bundle) => bundle.programs);

/** The packages that no bundle has inside, and why. They stay in node_modules, and an image gets them from there. */
export const outside = {
  "@prisma/client": "its query compiler is WebAssembly as text of 2 MB, which every bundle would repeat",
  playwright: "starts programs of its own folder, and finds browsers by their place",
  "swagger-ui-dist": "files for browsers",
  "htmx.org": "a file for browsers",
  "@fontsource/noto-sans": "files of fonts",
  "@bull-board/ui": "files for browsers",
  "@opentelemetry/api": "only where traces are kept: what nobody loads need not be in four bundles",
  "@opentelemetry/exporter-trace-otlp-http": "the same",
  "@opentelemetry/resources": "the same",
  "@opentelemetry/sdk-trace-node": "the same",
  "msgpackr-extract": "native code, which msgpackr can do without",
  "pg-native": "native code; pg names it, and nothing installs it",
};

/** Of these packages only some files are loaded: Prisma's has the compilers for five databases, each twice. */
export const outsideFiles = {
  "@prisma/client": [
    ...["LICENSE", "package.json", "runtime/client.mjs"],
    "runtime/query_compiler_small_bg.postgresql.mjs",
    "runtime/query_compiler_small_bg.postgresql.wasm-base64.mjs",
  ],
};
