/** The text of bytes in UTF-8, without a byte order mark; undefined for another encoding: characters are not guessed. */
export function readUtf8(bytes: ArrayBuffer | Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
