const args = process.argv.slice(2);

if (args.includes("--simulate")) {
  const { runSimulation } = await import("./simulation/main.js");
  process.exitCode = (await runSimulation(args)) ? 0 : 1;
} else {
  process.stderr.write("Usage: npm run chaos -- --simulate [--seeds N] [--from N] [--seed N]\n");
  process.exitCode = 2;
}
