/**
 * Runs inside the page that prints: shows the copies of a ticket, and makes the paper as high as they are. print-page.ts calls
 * `showTicket` and reads its result as `ShownTicket`.
 */
globalThis.showTicket = async (body, title, widthMm) => {
  await fill(body, title, "ticket");
  const tickets = [...document.querySelectorAll(".ticket")];
  for (const ticket of tickets) for (const code of ticket.querySelectorAll(".qr")) moveOntoDots(ticket, code);
  const content = Math.max(...tickets.map((ticket) => ticket.getBoundingClientRect().height));
  const pages = Math.ceil(content / highest);
  // What must stay together leaves a page emptier: each gets more room than its share.
  const height = Math.ceil(content / pages) + (pages > 1 ? spare : 1) + 2 * margin;
  setPaper(`${widthMm}mm ${height}px`, `${margin}px 0`);
  return { pages };
};

/** CSS pixels above and below the content. */
const margin = 12;
/** CSS pixels. Chromium prints nothing on a page longer than 200 inches. */
const highest = 185 * 96;
const spare = 320;

/** Centres a QR code and moves it so that its edges fall on the dots of the printer, counted from the corner of the paper. */
function moveOntoDots(ticket, code) {
  const paper = ticket.getBoundingClientRect();
  const dot = 96 / 203;
  const toDot = (place) => Math.ceil(place / dot - 0.001) * dot - place;
  // Chromium paints a picture at whole pixels.
  const pad = Number.parseFloat(getComputedStyle(ticket).paddingLeft);
  const left = Math.round((paper.width - code.getBoundingClientRect().width) / 2);
  code.style.marginLeft = `${left - pad}px`;
  const { top } = code.getBoundingClientRect();
  const down = Math.ceil(top - paper.top) - (top - paper.top);
  code.style.marginTop = `${Number.parseFloat(code.style.marginTop) + down}px`;
  const across = toDot(left);
  const below = toDot(margin + top - paper.top + down);
  const path = code.firstElementChild;
  path.setAttribute("transform", `translate(${across} ${below}) ${path.getAttribute("transform")}`);
}
