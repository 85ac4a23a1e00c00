import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { isSignedBy } from "./signature-v4.js";

export interface S3Server {
  url: string;
  /** By "bucket/key". */
  objects: Map<string, { bytes: Buffer; contentType: string }>;
  /** Status codes for the next requests, one each. */
  failures: number[];
  requests: string[];
  close(): Promise<void>;
}

/** The part of S3 that our storage uses: objects of one bucket by path, with the signature of every request checked. */
export async function startS3Server({
  bucket,
  secretAccessKey,
}: {
  bucket: string;
  secretAccessKey: string;
}): Promise<S3Server> {
  const objects: S3Server["objects"] = new Map();
  const failures: number[] = [];
  const requests: string[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url: target = "", headers } = request;
    const body = await buffer(request);
    requests.push(`${method} ${target}`);
    const failure = failures.shift();
    if (failure) return refuse(response, failure, "InternalError");
    if (!isSignedBy(secretAccessKey, { method, target, headers, body }))
      return refuse(response, 403, "SignatureDoesNotMatch");
    const place = decodeURIComponent(new URL(target, "http://s3").pathname.slice(1));
    if (!place.startsWith(`${bucket}/`)) return refuse(response, 404, "NoSuchBucket");

    if (method === "PUT") {
      objects.set(place, { bytes: body, contentType: headers["content-type"] ?? "" });
      return response.writeHead(200, { etag: '"1"' }).end();
    }
    if (method === "DELETE") {
      objects.delete(place);
      return response.writeHead(204).end();
    }
    const found = objects.get(place);
    if (!found) return refuse(response, 404, method === "HEAD" ? undefined : "NoSuchKey");
    response.writeHead(200, { "content-length": found.bytes.length, "content-type": found.contentType, etag: '"1"' });
    return response.end(method === "HEAD" ? undefined : found.bytes);
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    failures,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refuse(response: ServerResponse, status: number, code: string | undefined) {
  const body =
    code && `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  return response.writeHead(status, { "content-type": "application/xml" }).end(body);
}
