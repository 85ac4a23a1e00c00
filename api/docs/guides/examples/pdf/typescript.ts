// Saves the PDF of the voucher with the id VOUCHER. While it is being made the answer is 409: ask again.
import { writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

const { TALONARIO_URL, TALONARIO_KEY, VOUCHER } = process.env;

const ask = () =>
  fetch(`${TALONARIO_URL}/invoices/${VOUCHER}/pdf`, { headers: { Authorization: `Bearer ${TALONARIO_KEY}` } });

let response = await ask();
while (response.status === 409) {
  await wait(Number(response.headers.get("Retry-After") ?? 2) * 1000);
  response = await ask();
}
if (!response.ok) throw new Error(await response.text());

await writeFile("voucher.pdf", Buffer.from(await response.arrayBuffer()));
console.log("voucher.pdf is there");
