import { Readable } from "node:stream";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NotStoredError } from "../../../shared/storage/not-stored-error.js";
import { openStorage } from "../../../shared/storage/open-storage.js";
import { openForFile } from "../../support/open-for-file.js";
import { startS3Server } from "../../support/servers/s3-server.js";

const secretAccessKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

const server = await openForFile(() => startS3Server({ bucket: "vouchers", secretAccessKey }));
beforeAll(async () => {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: secretAccessKey });
});
beforeEach(() => {
  server.requests.length = 0;
  server.failures.length = 0;
});

const open = (path = "vouchers/pdf") =>
  openStorage(`s3://${path}?endpoint=${encodeURIComponent(server.url)}&region=sa-east-1`);

describe("s3 storage", () => {
  test("returns the last written bytes until they are removed", async () => {
    const storage = open();
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    await storage.write("3/41/1.pdf", Buffer.from("first"));
    await storage.write("3/41/1.pdf", bytes);
    expect((await storage.read("3/41/1.pdf")).equals(bytes)).toBe(true);
    expect(await storage.exists("3/41/1.pdf")).toBe(true);
    expect(server.objects.get("vouchers/pdf/3/41/1.pdf")?.contentType).toBe("application/pdf");
    await storage.remove("3/41/1.pdf");
    await storage.remove("3/41/1.pdf");
    expect(await storage.exists("3/41/1.pdf")).toBe(false);
    await expect(storage.read("3/41/1.pdf")).rejects.toThrow(NotStoredError);
  });

  test("an object is read in pieces, and its connection ends when its reader leaves it", async () => {
    const storage = open();
    const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => index % 251));
    await storage.write("3/44/1.pdf", bytes);
    const { sizeBytes, content } = await storage.open("3/44/1.pdf");
    const pieces = (await Readable.from(content).toArray()) as Buffer[];
    expect(sizeBytes).toBe(3_000_000);
    expect(pieces.length).toBeGreaterThan(10);
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    // More of them than connections: each one that is left gives back its own.
    for (let left = 0; left < 150; left += 1) {
      const { content } = await storage.open("3/44/1.pdf");
      await content.next();
      await content.return();
    }
    await expect(storage.open("3/45/1.pdf")).rejects.toThrow(NotStoredError);
  });

  test("without a prefix the key is the object's name", async () => {
    await open("vouchers").write("3/42/1-2.pdf", Buffer.from("x"));
    expect(server.objects.has("vouchers/3/42/1-2.pdf")).toBe(true);
  });

  test("a failing server is asked again, and a lasting failure is reported", async () => {
    const storage = open();
    server.failures.push(500, 503);
    await storage.write("3/43/1.pdf", Buffer.from("x"));
    expect(server.requests).toHaveLength(3);
    server.failures.push(...Array.from({ length: 8 }, () => 500));
    await expect(storage.read("3/43/1.pdf")).rejects.toThrow();
  });

  test("a missing bucket or a wrong secret is not mistaken for a missing object", async () => {
    await expect(open("elsewhere").read("3/44/1.pdf")).rejects.toMatchObject({ name: "NoSuchBucket" });
    process.env.AWS_SECRET_ACCESS_KEY = "another secret";
    try {
      const storage = open();
      await expect(storage.read("3/44/1.pdf")).rejects.toMatchObject({ name: "SignatureDoesNotMatch" });
      await expect(storage.exists("3/44/1.pdf")).rejects.toThrow();
    } finally {
      process.env.AWS_SECRET_ACCESS_KEY = secretAccessKey;
    }
  });

  test("a key that leaves the prefix is refused before anything is sent", async () => {
    await expect(open().write("../other.pdf", Buffer.from("x"))).rejects.toThrow(RangeError);
    expect(server.requests).toEqual([]);
  });
});
