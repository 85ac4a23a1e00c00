import type { S3Client } from "@aws-sdk/client-s3";
import { NotStoredError } from "./not-stored-error.js";
import type { Storage } from "./storage.js";
import { checkStorageKey } from "./storage-key.js";

type S3 = typeof import("@aws-sdk/client-s3");

/**
 * Keeps every key as an object of one bucket, below a prefix. Region and credentials come the way the AWS SDK takes them: from
 * its environment variables, its files or the host's role. Writing an object is atomic by itself.
 */
export function openS3Storage(url: string): Storage {
  const { bucket, prefix, endpoint, region } = readS3Url(url);
  // Loaded and connected by who uses it: processes that keep files need neither.
  let opened: Promise<{ s3: S3; client: S3Client }> | undefined;
  const open = () => {
    opened ??= import("@aws-sdk/client-s3").then((s3) => ({
      s3,
      client: new s3.S3Client({
        ...(region && { region }),
        ...(endpoint && { endpoint, forcePathStyle: true }),
        // Not every S3-compatible server knows the checksums that are sent by default.
        requestChecksumCalculation: "WHEN_REQUIRED",
        responseChecksumValidation: "WHEN_REQUIRED",
        maxAttempts: 4,
      }),
    }));
    return opened;
  };
  const placeOf = (key: string) => ({ Bucket: bucket, Key: prefix + checkStorageKey(key) });

  return {
    write: async (key, bytes) => {
      const place = placeOf(key);
      const { s3, client } = await open();
      await client.send(new s3.PutObjectCommand({ ...place, Body: bytes, ContentType: contentType(key) }));
    },
    read: async (key) => {
      const place = placeOf(key);
      const { s3, client } = await open();
      const { Body } = await client.send(new s3.GetObjectCommand(place)).catch((error: unknown) => {
        throw isAbsent(error) ? new NotStoredError(key) : error;
      });
      if (!Body) throw new NotStoredError(key);
      return Buffer.from(await Body.transformToByteArray());
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

/** `s3://bucket/prefix`, with `?endpoint=https://host:9000&region=…` for a server that is not Amazon's. */
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

/** Missing objects are named differently by HEAD, which has no body, and by other servers: the status is always there. */
const isAbsent = (error: unknown): boolean =>
  error instanceof Error &&
  "$metadata" in error &&
  (error.$metadata as { httpStatusCode?: number }).httpStatusCode === 404 &&
  error.name !== "NoSuchBucket";

const contentTypes: Record<string, string> = { pdf: "application/pdf", png: "image/png", jpg: "image/jpeg" };

const contentType = (key: string): string => contentTypes[key.split(".").at(-1) ?? ""] ?? "application/octet-stream";
