import type { StoredMail } from "./mail-store.js";

/** How many messages the page shows. `GET /messages` also has the older ones. */
const shown = 100;

/** A page with the caught messages, newest first. A sandboxed frame shows a message's HTML, without scripts and forms. */
export function mailboxPage(mails: StoredMail[]): string {
  const list = mails.length === 0 ? emptyNote : mails.slice(0, shown).map(messageCard).join("\n");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Mailbox (${mails.length})</title>
<style>${style}</style>
<main>
<h1>Mailbox <small>${mails.length} caught, none delivered · <a href="">reload</a> · <a href="messages">JSON</a></small></h1>
${list}
</main>
</html>
`;
}

const emptyNote = `<p class="empty">No message yet. Issue a voucher with <code>emails</code> and reload.</p>`;

function messageCard({ message, receivedAt }: StoredMail, index: number): string {
  const attachments = message.attachments.map(
    ({ filename, size }, number) =>
      `<a class="attachment" href="messages/${message.id}/attachments/${number}">${escapeHtml(filename || "attachment")} <small>${Math.ceil(size / 1024)} KiB</small></a>`,
  );
  return `<details${index === 0 ? " open" : ""}>
<summary><b>${escapeHtml(message.subject || "(no subject)")}</b><span>${escapeHtml(message.to.join(", "))}</span><time>${receivedAt.slice(0, 19).replace("T", " ")} UTC</time></summary>
<p>From ${escapeHtml(message.from)} · <a href="messages/${message.id}/source">source</a> ${attachments.join(" ")}</p>
${messageBody(message.html, message.text)}
</details>`;
}

const messageBody = (html: string, text: string) =>
  html === ""
    ? `<pre>${escapeHtml(text)}</pre>`
    : `<iframe sandbox title="message" loading="lazy" srcdoc="${escapeHtml(html)}"></iframe>`;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent) }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 }
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem } h1 small { font-size: .85rem; font-weight: normal; opacity: .7 }
details { border: 1px solid var(--line); border-radius: 8px; margin: .6rem 0; overflow: hidden }
summary { display: flex; flex-wrap: wrap; gap: .2rem 1rem; padding: .7rem 1rem; cursor: pointer }
summary span { opacity: .8 } summary time { margin-left: auto; opacity: .6; font-size: .85rem }
details p { margin: 0; padding: 0 1rem .7rem; font-size: .9rem }
.attachment { border: 1px solid var(--line); border-radius: 99px; padding: .1rem .7rem; margin-left: .4rem; text-decoration: none }
iframe { border: 0; border-top: 1px solid var(--line); width: 100%; height: 32rem; background: white }
pre { margin: 0; padding: 1rem; border-top: 1px solid var(--line); white-space: pre-wrap }
.empty { opacity: .7; padding: 2rem 0 }
`;
