// What pages do better with a script. Each part looks for its own attribute, and every page works without any of them.
// The style of the code is a browser's: one plain file, no modules, nothing global.
(() => {
  const root = document.documentElement;

  /** Storage can be refused by the browser; then the choice holds for the page. */
  function keep(theme) {
    try {
      if (theme === "auto") localStorage.removeItem("theme");
      else localStorage.setItem("theme", theme);
    } catch {}
  }

  function kept() {
    try {
      return localStorage.getItem("theme") ?? "auto";
    } catch {
      return "auto";
    }
  }

  /** Runs before the page is painted, so the style sheet sees the choice at once. */
  function useTheme(theme) {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const button of document.querySelectorAll("[data-theme-set]"))
      button.setAttribute("aria-pressed", String(button.dataset.themeSet === (root.dataset.theme ?? "auto")));
  }

  /** data-theme-set="dark": chooses the colours. */
  function chooseTheme(button) {
    keep(button.dataset.themeSet);
    useTheme(button.dataset.themeSet);
  }

  /** data-copy="text": puts the text on the clipboard, and says so on the button. */
  async function copy(button) {
    const words = button.dataset.words ?? button.textContent;
    button.dataset.words = words;
    button.textContent = (await copied(button.dataset.copy)) ? "Copiado" : "No se pudo copiar";
    setTimeout(() => {
      button.textContent = words;
    }, 2000);
  }

  /** Outside of HTTPS a page has no clipboard, but a selection can still be copied. */
  async function copied(text) {
    try {
      if (navigator.clipboard) {
        await navigator.clipboard.writeText(text);
        return true;
      }
      const area = document.body.appendChild(document.createElement("textarea"));
      area.value = text;
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    } catch {
      return false;
    }
  }

  /** data-print="id": prints what that frame shows. On a phone it shows nothing, and the button is not there. */
  function print(button) {
    const frame = document.getElementById(button.dataset.print);
    if (frame?.checkVisibility()) frame.contentWindow.print();
  }

  /** A form is sent once: a second click waits for the first one's answer. data-resubmit: the answer does not replace the page. */
  function sendOnce(event) {
    const form = event.target;
    if (form.method !== "post" || "resubmit" in form.dataset) return;
    if ("sent" in form.dataset) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    form.dataset.sent = "";
    // Not `disabled`: that would take the button's own value out of what is sent.
    for (const button of buttonsOf(form)) button.setAttribute("aria-disabled", "true");
    // When the browser was stopped, nothing else tells that no answer comes.
    setTimeout(() => sendAgain(form), 20_000);
  }

  function sendAgain(form) {
    delete form.dataset.sent;
    for (const button of buttonsOf(form)) button.removeAttribute("aria-disabled");
  }

  const buttonsOf = (form) => [...form.elements].filter((element) => element.type === "submit");

  /** data-shortcut="n": Alt+N does what a click does. The key's place counts, since Alt changes what a key writes on some keyboards. */
  function onShortcut(event) {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const wanted = [...document.querySelectorAll("[data-shortcut]")].find(
      (element) => event.code === `Key${element.dataset.shortcut.toUpperCase()}`,
    );
    if (!wanted) return;
    event.preventDefault();
    wanted.click();
  }

  const asColour = (text) => (/^#[0-9a-f]{6}$/i.test(text.trim()) ? text.trim().toLowerCase() : "#000000");

  /** data-colour-of="id": a choice of a colour that fills that field, and shows what stands there. */
  function offerColours() {
    for (const label of document.querySelectorAll("[data-colour-of]")) {
      label.hidden = false;
      label.control.value = asColour(document.getElementById(label.dataset.colourOf).value);
    }
  }

  function onColour({ target }) {
    const label = target.closest("[data-colour-of]");
    if (label) document.getElementById(label.dataset.colourOf).value = target.value.toUpperCase();
    else offerColours();
  }

  /** Shows what only works with this script, and tells the shortcuts. Also after htmx has changed a part of the page. */
  function enhance() {
    for (const element of document.querySelectorAll("[data-copy], [data-print], [data-theme-choice]"))
      element.hidden = false;
    for (const element of document.querySelectorAll("[data-shortcut]")) {
      const keys = `Alt+${element.dataset.shortcut.toUpperCase()}`;
      element.setAttribute("aria-keyshortcuts", keys);
      element.title = keys;
    }
    offerColours();
    useTheme(root.dataset.theme ?? "auto");
  }

  /**
   * data-focus: what a reader should meet first, such as the list of faults; else where one begins to type. A browser gives that the focus
   * only with the next picture that it paints: on a busy machine the first keys would go nowhere.
   */
  function focus(part) {
    const first = part.querySelector("[data-focus]");
    if (first) first.focus();
    else if (document.activeElement === document.body) part.querySelector("[autofocus]")?.focus();
  }

  useTheme(kept());
  document.addEventListener("DOMContentLoaded", () => {
    enhance();
    focus(document);
  });
  document.addEventListener("htmx:load", (event) => {
    enhance();
    if (event.target !== document.body) focus(event.target);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy], [data-print], [data-theme-set]");
    if (!button) return;
    const { dataset } = button;
    ("copy" in dataset ? copy : "print" in dataset ? print : chooseTheme)(button);
  });
  /** The token of a form goes before it, so that nothing of the form is read without. */
  document.addEventListener("htmx:configRequest", ({ detail: { headers, parameters } }) => {
    if (parameters.csrf) headers["X-CSRF-Token"] = parameters.csrf;
  });
  document.addEventListener("input", onColour);
  document.addEventListener("submit", sendOnce, true);
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.target instanceof HTMLFormElement) sendAgain(event.target);
  });
  // A page that the browser shows again from its memory is as it was left.
  window.addEventListener("pageshow", () => [...document.forms].forEach(sendAgain));
  document.addEventListener("keydown", onShortcut);
})();

// A new voucher.
(() => {
  /** data-enter="add-line": Enter in this field does what a click on that button does. */
  document.addEventListener("keydown", (event) => {
    const id = event.key === "Enter" && !event.isComposing && event.target.dataset?.enter;
    if (!id) return;
    event.preventDefault();
    document.getElementById(id)?.click();
  });

  /** data-focus-on="id": once this part is here, that control is next. */
  document.addEventListener("htmx:load", (event) => {
    const { focusOn } = event.target.dataset;
    if (focusOn) document.getElementById(focusOn)?.focus();
  });

  /** What is said when htmx got no answer; nothing when it got one. */
  const say = (elt, words) => {
    const place = elt.closest("form")?.querySelector("[data-trouble]");
    if (place) place.textContent = place.dataset[words] ?? "";
  };
  document.addEventListener("htmx:afterOnLoad", ({ detail: { elt, xhr } }) => xhr.status < 400 && say(elt, ""));
  document.addEventListener("htmx:sendError", ({ detail: { elt } }) => say(elt, "lost"));
  document.addEventListener("htmx:timeout", ({ detail: { elt } }) => say(elt, "lost"));
  document.addEventListener("htmx:responseError", ({ detail: { elt, xhr } }) => {
    if (xhr.status !== 403) return say(elt, "lost");
    // Without a session a button works as it does without htmx: one signs in, and goes on with all that was typed.
    if (elt.type === "submit" && elt.form) elt.form.requestSubmit(elt);
    else say(elt, "signedOut");
  });

  const textsOf = (form) =>
    [...form.elements].filter(({ name, type }) => name && !["hidden", "radio", "checkbox", "submit"].includes(type));

  const standsIn = (form) => new Map(textsOf(form).map(({ name, value }) => [name, value]));

  /** What stood in a form when a field of it was changed: htmx may ask a moment later, with what was typed since. */
  const changed = new WeakMap();
  document.addEventListener(
    "change",
    ({ target }) => {
      if (target.form) changed.set(target, standsIn(target.form));
    },
    true,
  );

  /** What stood in a form when htmx was to ask for a part of it, by the request. */
  const asked = new WeakMap();
  document.addEventListener("htmx:beforeRequest", ({ detail: { xhr, elt } }) => {
    const form = elt.closest("form");
    if (form) asked.set(xhr, { form, texts: changed.get(elt) ?? standsIn(form) });
    changed.delete(elt);
  });

  /**
   * What is typed while the answer is on its way is newer than the answer, and stays. data-subject: an answer that would replace this field
   * is about what stood in it. Once that is another, the answer is left out, and a change that could not be asked about is made again.
   */
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { form, texts } = asked.get(detail.xhr) ?? {};
    if (!form || !detail.shouldSwap) return;
    const newer = textsOf(form).filter(({ name, value }) => texts.has(name) && texts.get(name) !== value);
    const subject = newer.find((control) => "subject" in control.dataset && detail.target.contains(control));
    if (subject) {
      detail.shouldSwap = false;
      if (changed.has(subject)) subject.dispatchEvent(new Event("change", { bubbles: true }));
      return;
    }
    const values = newer.map(({ name, value }) => [name, value]);
    document.addEventListener(
      "htmx:afterSwap",
      () => {
        for (const [name, value] of values) {
          const control = form.elements.namedItem(name);
          if (control && "value" in control) control.value = value;
        }
      },
      { once: true },
    );
  });
})();
