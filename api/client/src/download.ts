/** A file that the service answers. Read it in one of the three ways, or cancel its stream: until then it holds a connection. */
export interface Download {
  /** The name that the service gives it. Without folders. */
  fileName: string | undefined;
  contentType: string;
  /** The file as it arrives, however large it is. */
  stream: ReadableStream<Uint8Array>;
  /** The whole file. */
  bytes(): Promise<Uint8Array>;
  /** The whole file as text in UTF-8. */
  text(): Promise<string>;
}

export function toDownload(response: Response): Download {
  const [, name] = /filename="([^"]*)"/.exec(response.headers.get("Content-Disposition") ?? "") ?? [];
  return {
    fileName: name?.replaceAll(/[/\\]/g, "_"),
    contentType: response.headers.get("Content-Type") ?? "application/octet-stream",
    stream: response.body as ReadableStream<Uint8Array>,
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
    text: () => response.text(),
  };
}
