// `npm run chaos -- …`. Loads only the program that the arguments name.
const args = process.argv.slice(2);

if (args.includes("--simulate")) {
  const { runSimulation } = await import("./simulation/main.js");
  process.exitCode = (await runSimulation(args)) ? 0 : 1;
} else if (args.includes("--mail")) {
  const { runMailChaos } = await import("./mail/main.js");
  process.exitCode = await runMailChaos(args);
} else if (args.includes("--webhooks")) {
  const { runWebhookChaos } = await import("./webhooks/main.js");
  process.exitCode = await runWebhookChaos(args);
} else if (args.includes("--redis")) {
  const { runRedisChaos } = await import("./redis/main.js");
  process.exitCode = await runRedisChaos(args);
} else if (args.includes("--sigterm")) {
  const { runSigterm } = await import("./sigterm/main.js");
  process.exitCode = await runSigterm(args);
} else if (args.includes("--hosts")) {
  const { runHosts } = await import("./hosts/main.js");
  process.exitCode = await runHosts(args);
} else if (args.includes("--cluster")) {
  const { runCluster } = await import("./cluster/main.js");
  process.exitCode = await runCluster(args);
} else {
  const { runNemesis } = await import("./nemesis/main.js");
  process.exitCode = await runNemesis(args);
}
