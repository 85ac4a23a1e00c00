import type { TestContext } from "vitest";
import { testOf } from "../groups.js";
import type { ChartObject } from "./objects.js";
import { renderChart } from "./render.js";
import { installChartTools } from "./tools.js";
import { ways } from "./ways.js";

const unreachable = "the package registry cannot be reached, so there is no Helm";

let tools: Promise<string | undefined> | undefined;
const rendered = new Map<string, Promise<ChartObject[]>>();

/** Helm's path. Skips the test where there is none. */
export async function findHelm({ skip }: Pick<TestContext, "skip">): Promise<string> {
  tools ??= installChartTools();
  return (await tools) ?? skip(unreachable);
}

/** What the chart makes in this way, rendered once for all tests of a worker: change nothing in it. */
export async function objectsOf(way: string, context: Pick<TestContext, "skip">): Promise<ChartObject[]> {
  const helm = await findHelm(context);
  const found = rendered.get(way) ?? renderChart(helm, ways[way] ?? {});
  rendered.set(way, found);
  return found;
}

/** Defines a test of what each of the ways makes. */
export function testOfWays(
  name: string,
  look: (objects: ChartObject[], way: string) => void | Promise<void>,
  isMeant: (way: string) => boolean = () => true,
): void {
  for (const way of Object.keys(ways).filter(isMeant))
    testOf("chart", `${way}: ${name}`, async (context) => look(await objectsOf(way, context), way));
}
