import { loadavg } from "node:os";
import { chromium } from "playwright";
import { embeddedFontFaces } from "../../renderer/fonts.js";
import { readAsset } from "../../shared/assets/assets.js";
import type { PrintableVoucher } from "../../shared/domain/printable-voucher.js";
import { findChromium } from "../sandbox/servers/chromium.js";
import { openPrinter, type Printer } from "../support/processes/printer.js";
import { sheetsOf } from "../support/readers/sheets-of.js";
import { customers, sampleItem, sampleVoucher } from "../unit/renderer/sample-voucher.js";
import { percentile } from "./percentile.js";
import { readMemory } from "./process-memory.js";

/** `npm run bench -- pdf [prints] [soak]`: prints vouchers of one page, then watches memory over `soak` prints (0 for none). */
export async function run([prints = "300", soak = "5000"]: string[]): Promise<void> {
  console.log(
    `load average before: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(" ")}`,
  );
  await measureBaseline(Math.min(20, Number(prints)));
  const printer = await openPrinter();
  try {
    for (let index = 0; index < 40; index += 1) await printer.print(voucherOf(index));
    for (const concurrency of [1, 2, 4])
      report(`warm, ${concurrency} at once`, await measure(printer, Number(prints), concurrency));
    if (Number(soak) > 0) await watchMemory(printer, Number(soak));
  } finally {
    await printer.close();
  }
}

/** A typical voucher of one page: one to five lines, letters A and B in turn. */
function voucherOf(index: number): PrintableVoucher {
  const items = Array.from({ length: 1 + (index % 5) }, (_, line) =>
    sampleItem({
      description: `Artículo ${index}-${line}`,
      quantity: 1 + (index % 7),
      price: 1250.5 + index,
      code: `A-${line}`,
    }),
  );
  const [voucherType, customer] = index % 2 === 0 ? [6, customers.finalConsumer] : [1, customers.registered];
  return sampleVoucher({ voucherType, customer, items }, { voucherNumber: index + 1 });
}

interface Measured {
  perSecond: number;
  samplesMs: number[];
}

async function measure(printer: Printer, prints: number, concurrency: number): Promise<Measured> {
  const samplesMs: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  const work = async () => {
    while (next < prints) {
      const printedAt = performance.now();
      await printer.print(voucherOf(next++));
      samplesMs.push(performance.now() - printedAt);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return { perSecond: (prints * 1_000) / (performance.now() - startedAt), samplesMs };
}

/** The same page and print options, with a new browser for every PDF. */
async function measureBaseline(prints: number): Promise<void> {
  const { executablePath, env, args } = await findChromium();
  const samplesMs: number[] = [];
  const startedAt = performance.now();
  for (let index = 0; index < prints; index += 1) {
    const printedAt = performance.now();
    const browser = await chromium.launch({
      executablePath,
      args,
      env: { ...process.env, ...env } as Record<string, string>,
    });
    const page = await browser.newPage();
    const style = `${embeddedFontFaces}${readAsset("renderer/templates/voucher.css")}`;
    await page.setContent(`<style>${style}</style>${await sheetsOf(voucherOf(index))}`, { waitUntil: "load" });
    await page.pdf({ preferCSSPageSize: true, printBackground: true });
    await browser.close();
    samplesMs.push(performance.now() - printedAt);
  }
  report("a browser per PDF", { perSecond: (prints * 1_000) / (performance.now() - startedAt), samplesMs });
}

function report(name: string, { perSecond, samplesMs }: Measured): void {
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(samplesMs, share).toFixed(1).padStart(7));
  const least = Math.min(...samplesMs)
    .toFixed(1)
    .padStart(7);
  console.log(
    `${name.padEnd(20)} ${perSecond.toFixed(1).padStart(6)} PDFs/s   p50 ${p50} ms   p99 ${p99} ms   min ${least} ms`,
  );
}

async function watchMemory(printer: Printer, prints: number): Promise<void> {
  const every = Math.max(1, Math.floor(prints / 10));
  for (let done = 0; done < prints; done += every) {
    await measure(printer, Math.min(every, prints - done), 2);
    const { ownMb, childrenMb } = readMemory();
    console.log(
      `after ${String(done + every).padStart(6)} PDFs: node ${ownMb.toFixed(0)} MB, browser ${childrenMb.toFixed(0)} MB`,
    );
  }
}
