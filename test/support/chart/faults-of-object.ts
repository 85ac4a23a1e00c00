import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ChartObject } from "./objects.js";
import { toolPackages } from "./tools.js";

interface Model {
  validate(): void;
}

const packages = ["kubernetes-models", "@kubernetes-models/keda", "@kubernetes-models/prometheus-operator"];

/**
 * What the schema of its kind has against an object. The checks pass properties that nobody knows, so what they never ask for while they
 * look at the object is a fault, too.
 */
export async function faultsOfObject(object: ChartObject): Promise<string[]> {
  const what = `${object.kind} ${object.metadata.name}`;
  const file = packages
    .map((name) => path.join(toolPackages, name, object.apiVersion, `${object.kind}.js`))
    .find((one) => existsSync(one));
  if (!file) return [`${what}: no schema of ${object.apiVersion} is known`];
  const kinds = (await import(pathToFileURL(file).href)) as Record<string, new (data: object) => Model>;
  const Kind = kinds[object.kind];
  if (!Kind) return [`${what}: ${file} has no such kind`];

  const asked = new Set<string>();
  // Given after it was made: a model copies what it is made of.
  const model = Object.assign(new Kind({}), noteAsked(object, "", asked));
  try {
    model.validate();
  } catch (error) {
    return [`${what}: ${error instanceof Error ? error.message : String(error)}`];
  }
  const unknown = placesOf(object, "").filter((place) => !asked.has(place));
  return unknown.map((place) => `${what}: ${place} is unknown`);
}

/** The same object, which notes of each property that it was asked for. */
const noteAsked = (object: object, at: string, asked: Set<string>): object =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      asked.add(`${at}/${name}`);
      return [name, watch(value, `${at}/${name}`, asked)];
    }),
  );

function watch(value: unknown, at: string, asked: Set<string>): unknown {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(target, name) {
      if (typeof name === "string") asked.add(`${at}/${name}`);
      return watch(Reflect.get(target, name), `${at}/${String(name)}`, asked);
    },
  });
}

const placesOf = (value: unknown, at: string): string[] =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([name, each]) => [`${at}/${name}`, ...placesOf(each, `${at}/${name}`)]);
