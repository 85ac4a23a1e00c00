/**
 * Runs inside the page that prints: shows the sheets and measures them. print-page.ts calls `show` and reads its result as
 * `MeasuredSheet[]`.
 */
globalThis.show = async (body, title) => {
  await fill(body, title, "sheet");
  setPaper("A4", "0");
  const items = [...document.querySelectorAll(".items")];
  for (const table of items) shrinkToPaper(table);
  return [...document.querySelectorAll(".sheet")].map(measure);
};

/** Fills the page. Only one of the two style sheets, of sheets and of tickets, is in force. */
async function fill(body, title, layout) {
  for (const style of document.querySelectorAll("style[id]")) style.disabled = ![layout, "paper"].includes(style.id);
  document.title = title;
  document.body.innerHTML = body;
  await decodePictures();
  const loading = document.body.offsetHeight > 0 && document.fonts.status === "loading";
  if (loading) await document.fonts.ready;
}

let paper = "";

/** Once for many vouchers: each change makes the browser lay the page out again. */
function setPaper(size, margin) {
  const rule = `@page { size: ${size}; margin: ${margin} }`;
  if (rule !== paper) document.getElementById("paper").textContent = rule;
  paper = rule;
}

/** Removes pictures that cannot be read, so that no icon of a broken picture is printed. */
async function decodePictures() {
  const broken = async (picture) => {
    try {
      await picture.decode();
    } catch {
      picture.remove();
    }
  };
  await Promise.all([...document.images].map(broken));
}

/** The classes of voucher.css that shrink the items. */
const sizes = ["", "tight", "tighter"];

function shrinkToPaper(table) {
  if (table.classList.contains("measured")) return;
  for (const size of sizes) {
    if (size) table.classList.add(size);
    if (table.offsetWidth <= table.parentElement.clientWidth + 1) return;
  }
}

/** Pixels. A row that is no higher stands on one page, whatever else is there. */
const low = 150;

/** Where each line of a row's description begins, in characters; empty for a low row. */
function linesOf(row) {
  const text = row.querySelector("td.description bdi")?.firstChild;
  if (!text || row.getBoundingClientRect().height <= low) return [];
  const starts = [];
  const range = document.createRange();
  let bottom = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < text.length; at += 1) {
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const [box] = range.getClientRects();
    if (!box || box.height === 0 || box.top + box.height / 2 < bottom) continue;
    starts.push(at);
    bottom = box.bottom;
  }
  return starts;
}

function measure(sheet) {
  const { top, height } = sheet.getBoundingClientRect();
  const style = getComputedStyle(sheet);
  const inner = top + Number.parseFloat(style.paddingTop);
  const box = (selector) => sheet.querySelector(selector)?.getBoundingClientRect();
  const heights = (selector) => [...sheet.querySelectorAll(selector)].map((one) => one.getBoundingClientRect().height);
  const table = sheet.querySelector(".items");
  return {
    room:
      Number.parseFloat(style.minHeight) - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom),
    used: height - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom),
    head: (box(".items tbody") ?? box(".notes-above") ?? box(".foot") ?? { top: inner }).top - inner,
    rows: heights(".items .row"),
    lines: [...sheet.querySelectorAll(".items .row")].map(linesOf),
    carry: heights(".items .carry")[0] ?? 0,
    notes: heights(".notes-above > *"),
    foot: heights(".foot")[0] ?? 0,
    columns: [...(table?.querySelectorAll("thead th") ?? [])].map((cell) => cell.getBoundingClientRect().width),
    size: sizes.findLast((size) => size && table?.classList.contains(size)) ?? "",
  };
}
