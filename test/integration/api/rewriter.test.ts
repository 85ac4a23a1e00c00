import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { programFile } from "../../../shared/assets/assets.js";
import { rewriteImage } from "../../../shared/images/rewrite-image.js";
import { createRewriter } from "../../../shared/images/rewriter.js";
import { pngImage } from "../../support/samples/images.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "talonario-thread-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const programOf = (name: string, text: string) => {
  const file = path.join(folder, `${name}.mjs`);
  writeFileSync(file, text);
  return file;
};

test.each(["api/logo-thread", "renderer/logo-thread"])(
  "%s rewrites images beside the work of its process",
  async (program) => {
    const rewrite = createRewriter(programFile(program));
    const large = pngImage(4_096, 2_048);
    const beganMs = performance.now();
    rewriteImage(large);
    const inThreadMs = performance.now() - beganMs;
    const delays = monitorEventLoopDelay({ resolution: 5 });
    delays.enable();
    const answers = await Promise.all([rewrite(large), rewrite(pngImage(3, 2)), rewrite(Buffer.from("no image"))]);
    delays.disable();
    expect(answers).toEqual([
      { image: expect.objectContaining({ type: "image/png", width: 4_096, height: 2_048 }) },
      { image: rewriteImage(pngImage(3, 2)) },
      { unreadable: "it is neither a PNG nor a JPEG" },
    ]);
    expect(delays.max / 1e6, `in the process's own thread it takes ${inThreadMs} ms`).toBeLessThan(inThreadMs / 2);
  },
);

test("a thread that dies, or never answers, fails its image and no other", async () => {
  const dead = createRewriter(programOf("dead", "process.exit(1)"));
  await expect(dead(Buffer.alloc(1))).rejects.toThrow("the thread ended");
  const failing = createRewriter(programOf("failing", "throw new Error('broken')"));
  await expect(failing(Buffer.alloc(1))).rejects.toThrow("broken");
  const hanging = createRewriter(programOf("hanging", "for (;;);"), { maxMs: 300 });
  const [first, second] = [hanging(Buffer.alloc(1)), hanging(Buffer.alloc(1))];
  await expect(first).rejects.toThrow("within 300 ms");
  await expect(second).rejects.toThrow("within 300 ms");
});

test("a thread sees no setting of its process", async () => {
  const telling = createRewriter(
    programOf(
      "telling",
      `import { parentPort } from "node:worker_threads";
       parentPort.once("message", () => parentPort.postMessage({ unreadable: JSON.stringify(process.env) }));`,
    ),
  );
  expect(await telling(Buffer.alloc(1))).toEqual({ unreadable: "{}" });
});
