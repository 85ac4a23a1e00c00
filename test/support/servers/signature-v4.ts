import { createHash, createHmac } from "node:crypto";

export interface SignedRequest {
  method: string;
  /** Path and query as in the request line. */
  target: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/**
 * Whether an S3 request is correctly signed with this secret and its body matches the signed hash.
 * Source: AWS General Reference, "Signature Version 4".
 */
export function isSignedBy(secretAccessKey: string, { method, target, headers, body }: SignedRequest): boolean {
  const [, accessKey = "", scope = "", names = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      String(headers.authorization ?? ""),
    ) ?? [];
  const [date = "", region = "", service = ""] = scope.split("/");
  const payloadHash = String(headers["x-amz-content-sha256"]);
  if (!accessKey || (payloadHash !== "UNSIGNED-PAYLOAD" && payloadHash !== sha256(body))) return false;

  const [path = "", query = ""] = target.split("?");
  const canonicalHeaders = names.split(";").map((name) => `${name}:${String(headers[name] ?? "").trim()}\n`);
  const canonicalQuery = query
    .split("&")
    .filter(Boolean)
    .map((pair) => (pair.includes("=") ? pair : `${pair}=`))
    .sort()
    .join("&");
  const canonical = [method, path, canonicalQuery, canonicalHeaders.join(""), names, payloadHash].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const key = [date, region, service, "aws4_request"].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${secretAccessKey}`,
  );
  return hmac(key, toSign).toString("hex") === signature;
}

const sha256 = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string): Buffer => createHmac("sha256", key).update(data).digest();
