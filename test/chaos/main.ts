// `npm run chaos -- …`: what is asked for, and nothing else, is loaded.
const { runNemesis } = await import("./nemesis/main.js");
process.exitCode = await runNemesis(process.argv.slice(2));
