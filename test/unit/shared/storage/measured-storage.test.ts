import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { register } from "prom-client";
import { expect, test } from "vitest";
import { measureStorage } from "../../../../shared/storage/measured-storage.js";
import { openStorage } from "../../../../shared/storage/open-storage.js";

const counted = async () => {
  const { values } = (await register.getSingleMetric("talonario_storage_failures_total")?.get()) ?? { values: [] };
  return Object.fromEntries(values.map(({ labels, value }) => [labels.operation, value]));
};

test("what the storage refuses is counted by operation, each of which is there from the start; what is not stored is none", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-measured-"));
  const inTheWay = path.join(folder, "file");
  writeFileSync(inTheWay, "x");
  const [well, broken] = [folder, inTheWay].map((at) => measureStorage(openStorage(`file:${at}`)));
  const before = await counted();
  expect(Object.keys(before).sort()).toEqual(["exists", "read", "remove", "write"]);

  await well?.write("1.pdf", Buffer.from("x"));
  await expect(well?.read("2.pdf")).rejects.toThrow("nothing is stored");
  await expect(broken?.write("1.pdf", Buffer.from("x"))).rejects.toThrow();
  expect(await counted()).toEqual({ ...before, write: (before.write ?? 0) + 1 });
  rmSync(folder, { recursive: true });
});
