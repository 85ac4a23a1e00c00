// `npm run chaos -- …`: what is asked for, and nothing else, is loaded.
const args = process.argv.slice(2);

if (args.includes("--simulate")) {
  const { runSimulation } = await import("./simulation/main.js");
  process.exitCode = (await runSimulation(args)) ? 0 : 1;
} else if (args.includes("--mail")) {
  const { runMailChaos } = await import("./mail/main.js");
  process.exitCode = await runMailChaos(args);
} else {
  const { runNemesis } = await import("./nemesis/main.js");
  process.exitCode = await runNemesis(args);
}
