import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

const require = createRequire(import.meta.url);

/** Without this, the library would download its module. */
prepareZXingModule({
  overrides: { wasmBinary: readFileSync(require.resolve("zxing-wasm/reader/zxing_reader.wasm")).buffer as ArrayBuffer },
});

/** The texts of all QR codes in an image, as a scanner reads them. */
export async function readQrCodes(pixels: {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}): Promise<string[]> {
  const codes = await readBarcodes(pixels as never, { formats: ["QRCode"], tryHarder: true });
  return codes.map(({ text }) => text);
}
