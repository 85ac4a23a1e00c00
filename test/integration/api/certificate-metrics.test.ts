import { register } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { exposeBacklogMetrics } from "../../../api/operator-pages/backlog-metrics.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";

/** Series of a gauge by its environment, and the one without by "". */
async function samplesOf(name: string): Promise<Record<string, number>> {
  const metric = await register.getSingleMetric(`talonario_${name}`)?.get();
  return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [labels.environment ?? "", value]));
}

/** Those of other tests stand in the same registry. */
const namesOfMetrics = () => register.getMetricsAsArray().map(({ name }) => name);

test.each([
  ["expires soon", "now() + interval '9 days'", "current_date + 9", 1, 0],
  ["has expired", "now() - interval '1 minute'", "current_date + 9", 0, 1],
  ["has expired, of a company that pays no more", "now() - interval '1 minute'", "current_date - 2", 0, 0],
])("a certificate that %s is counted as what it is", async (_, expiresAt, until, expiring, expired) => {
  await using system = await openIssuingApp();
  const before = new Set(namesOfMetrics());
  onTestFinished(() => {
    for (const name of namesOfMetrics()) if (!before.has(name)) register.removeSingleMetric(name);
  });
  await system.db.$executeRawUnsafe(`UPDATE certificate SET expires_at = now() + interval '1 year'`);
  await system.db.$executeRawUnsafe(
    `UPDATE certificate SET expires_at = ${expiresAt} FROM company c WHERE c.id = company_id AND c.code = 'demo' AND production`,
  );
  await system.db.$executeRawUnsafe(`UPDATE subscription SET until = ${until}`);
  exposeBacklogMetrics(system.db, system.redis);
  expect(await samplesOf("certificates_expiring")).toEqual({ "": expiring });
  expect(await samplesOf("certificates_expired")).toEqual({ homologation: 0, production: expired });
});
