import type { Storage } from "../shared/storage/storage.js";

const signatures: [Buffer, string][] = [
  [Buffer.from([0x89, 0x50, 0x4e, 0x47]), "image/png"],
  [Buffer.from([0xff, 0xd8, 0xff]), "image/jpeg"],
];

/** The logo as a data URI. A logo that is gone or is no PNG or JPEG does not keep a voucher from being printed. */
export async function readLogo(storage: Storage, key: string | null): Promise<string | undefined> {
  if (key === null || !(await storage.exists(key))) return undefined;
  const bytes = await storage.read(key);
  const type = signatures.find(([signature]) => bytes.subarray(0, signature.length).equals(signature))?.[1];
  return type && `data:${type};base64,${bytes.toString("base64")}`;
}
