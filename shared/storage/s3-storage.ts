import type { S3Client } from "@aws-sdk/client-s3";
import { NotStoredError } from "./not-stored-error.js";
import type { Storage } from "./storage.js";
import { checkStorageKey } from "./storage-key.js";

type S3 = typeof import("./s3-sdk.js");

/** More than the files that a process hands out at once (api/http/file-places.ts). */
const maxConnections = 128;

/**
 * Stores each key as an object of one bucket, below a prefix. The AWS SDK finds region and credentials in its environment
 * variables, its files or the host's role. S3 writes objects atomically.
 */
export function openS3Storage(url: string): Storage {
  const { bucket, prefix, endpoint, region } = readS3Url(url);
  // Loaded at the first use: processes with file storage do not need the SDK.
  let opened: Promise<{ s3: S3; client: S3Client }> | undefined;
  const open = () => {
    opened ??= import("./s3-sdk.js").then((s3) => ({
      s3,
      client: new s3.S3Client({
        ...(region && { region }),
        ...(endpoint && { endpoint, forcePathStyle: true }),
        // Some S3-compatible servers do not accept the default checksums.
        requestChecksumCalculation: "WHEN_REQUIRED",
        responseChecksumValidation: "WHEN_REQUIRED",
        maxAttempts: 4,
        // A file that is read slowly keeps its connection, and the others go on.
        requestHandler: { httpAgent: { maxSockets: maxConnections }, httpsAgent: { maxSockets: maxConnections } },
      }),
    }));
    return opened;
  };
  const placeOf = (key: string) => ({ Bucket: bucket, Key: prefix + checkStorageKey(key) });

  async function get(key: string) {
    const place = placeOf(key);
    const { s3, client } = await open();
    const { Body, ...object } = await client.send(new s3.GetObjectCommand(place)).catch((error: unknown) => {
      throw isAbsent(error) ? new NotStoredError(key) : error;
    });
    if (!Body) throw new NotStoredError(key);
    return { ...object, Body };
  }

  return {
    write: async (key, bytes) => {
      const place = placeOf(key);
      const { s3, client } = await open();
      await client.send(new s3.PutObjectCommand({ ...place, Body: bytes, ContentType: contentType(key) }));
    },
    read: async (key) => Buffer.from(await (await get(key)).Body.transformToByteArray()),
    open: async (key) => {
      const { Body, ContentLength: sizeBytes } = await get(key);
      if (sizeBytes === undefined) throw new Error("the storage does not say how large an object is");
      async function* content() {
        yield* Body as unknown as AsyncIterable<Uint8Array>;
      }
      return { sizeBytes, content: content() };
    },
    exists: async (key) => {
      const place = placeOf(key);
      const { s3, client } = await open();
      return client.send(new s3.HeadObjectCommand(place)).then(
        () => true,
        (error: unknown) => {
          if (isAbsent(error)) return false;
          throw error;
        },
      );
    },
    remove: async (key) => {
      const place = placeOf(key);
      const { s3, client } = await open();
      await client.send(new s3.DeleteObjectCommand(place));
    },
  };
}

/** Reads `s3://bucket/prefix`, with `?endpoint=https://host:9000&region=…` for a server other than Amazon's. */
function readS3Url(url: string) {
  const { hostname, pathname, searchParams } = new URL(url);
  const prefix = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, "");
  return {
    bucket: hostname,
    prefix: prefix && `${prefix}/`,
    endpoint: searchParams.get("endpoint"),
    region: searchParams.get("region"),
  };
}

/** Goes by the status: the error name of a missing object differs for HEAD, which has no body, and between servers. */
const isAbsent = (error: unknown): boolean =>
  error instanceof Error &&
  "$metadata" in error &&
  (error.$metadata as { httpStatusCode?: number }).httpStatusCode === 404 &&
  error.name !== "NoSuchBucket";

const contentTypes: Record<string, string> = { pdf: "application/pdf", png: "image/png", jpg: "image/jpeg" };

const contentType = (key: string): string => contentTypes[key.split(".").at(-1) ?? ""] ?? "application/octet-stream";
