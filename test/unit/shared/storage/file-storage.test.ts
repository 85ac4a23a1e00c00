import { mkdtemp, readdir, readlink, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NotStoredError } from "../../../../shared/storage/not-stored-error.js";
import { openStorage } from "../../../../shared/storage/open-storage.js";
import { waitFor } from "../../../sandbox/wait-for.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "talonario-storage-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () => openStorage(`file:${folder}`);

describe("file storage", () => {
  test("returns the last written bytes until they are removed", async () => {
    const storage = open();
    await storage.write("3/41/1.pdf", Buffer.from("first and longer"));
    await storage.write("3/41/1.pdf", Buffer.from("second"));
    expect((await storage.read("3/41/1.pdf")).toString()).toBe("second");
    expect(await storage.exists("3/41/1.pdf")).toBe(true);
    await storage.remove("3/41/1.pdf");
    await storage.remove("3/41/1.pdf");
    expect(await storage.exists("3/41/1.pdf")).toBe(false);
    await expect(storage.read("3/41/1.pdf")).rejects.toThrow(NotStoredError);
  });

  test("a file is read in pieces, and closed when its reader leaves it", async () => {
    const storage = open();
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    await storage.write("a.pdf", bytes);
    const { sizeBytes, content } = await storage.open("a.pdf");
    // What is replaced meanwhile is read to its end.
    await storage.write("a.pdf", Buffer.from("other"));
    const pieces = (await Readable.from(content).toArray()) as Buffer[];
    expect(sizeBytes).toBe(300_000);
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(64 * 1_024);

    await storage.write("a.pdf", bytes);
    const openFiles = async () =>
      (
        await Promise.all((await readdir("/proc/self/fd")).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")))
      ).filter((file) => file.startsWith(folder));
    const left = await storage.open("a.pdf");
    await left.content.next();
    if (process.platform === "linux") expect(await openFiles()).toHaveLength(1);
    await left.content.return();
    if (process.platform === "linux")
      await waitFor(async () => (await openFiles()).length === 0, { message: "it to be closed" });
    await expect(storage.open("b.pdf")).rejects.toThrow(NotStoredError);
  });

  test("a reader sees the old bytes or the new ones, never a mixture", async () => {
    const storage = open();
    const contents = [1, 2, 3, 4].map((value) => Buffer.alloc(512 * 1024, value));
    await storage.write("a.pdf", contents[0] ?? Buffer.alloc(0));
    let writing = true;
    const reads = (async () => {
      const seen = new Set<string>();
      while (writing) {
        const bytes = await storage.read("a.pdf");
        seen.add(`${bytes.length}:${new Set(bytes).size}`);
      }
      return seen;
    })();
    await Promise.all(contents.map((bytes) => storage.write("a.pdf", bytes)));
    writing = false;
    expect(await reads).toEqual(new Set([`${512 * 1024}:1`]));
    expect(await readdir(folder)).toEqual(["a.pdf"]);
  });

  test("a failed write leaves nothing behind", async () => {
    const storage = open();
    await storage.write("a/b.pdf", Buffer.from("kept"));
    await expect(storage.write("a", Buffer.from("a folder is there"))).rejects.toThrow();
    expect(await readdir(folder)).toEqual(["a"]);
    expect((await storage.read("a/b.pdf")).toString()).toBe("kept");
  });

  test.each([
    ["the usual umask", 0o022, ["750", "750", "750", "640"]],
    ["the umask of the units, where each process is a user of its own", 0o007, ["770", "770", "770", "660"]],
  ])("files and folders are the service's alone, and its group's: %s", async (_, umask, modes) => {
    const before = process.umask(umask);
    try {
      await openStorage(`file:${path.join(folder, "pdf")}`).write("3/41/1.pdf", Buffer.from("x"));
    } finally {
      process.umask(before);
    }
    const modeOf = async (name: string) => ((await stat(path.join(folder, name))).mode & 0o777).toString(8);
    expect(await Promise.all(["pdf", "pdf/3", "pdf/3/41", "pdf/3/41/1.pdf"].map(modeOf))).toEqual(modes);
  });

  test("file:/// names the same folder", async () => {
    await openStorage(pathToFileURL(folder).href).write("x.pdf", Buffer.from("x"));
    expect(await open().exists("x.pdf")).toBe(true);
  });

  test.each(["", "/etc/passwd", "../x", "a/../x", "a//b", "a/.hidden", "a\\b", "a/", "a\0b", "x".repeat(600)])(
    "%j is not a valid key",
    async (key) => {
      await expect(open().write(key, Buffer.from("x"))).rejects.toThrow(RangeError);
      await expect(open().read(key)).rejects.toThrow(RangeError);
    },
  );

  test.each([["ftp://host", "named by a URL"]])("%s is refused", (url, message) => {
    expect(() => openStorage(url)).toThrow(message);
  });
});
