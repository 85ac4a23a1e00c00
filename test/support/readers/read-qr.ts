import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

const require = createRequire(import.meta.url);

/** Given here, or the library would fetch its module over the network. */
prepareZXingModule({
  overrides: { wasmBinary: readFileSync(require.resolve("zxing-wasm/reader/zxing_reader.wasm")).buffer as ArrayBuffer },
});

/** The texts of the QR codes of a picture, as a scanner reads them. */
export async function readQrCodes(pixels: {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}): Promise<string[]> {
  const codes = await readBarcodes(pixels as never, { formats: ["QRCode"], tryHarder: true });
  return codes.map(({ text }) => text);
}
