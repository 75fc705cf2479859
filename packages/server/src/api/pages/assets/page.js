// The script of status pages: replaces the page when its status changes, and lets arrow keys move along the bars. The
// page is complete without it.
(() => {
  /** Makes the bars of a component one stop of the Tab key, with a tooltip for the chosen day. */
  function enableBars(bars) {
    const svg = bars.querySelector("svg");
    const days = [...svg.querySelectorAll("g")];
    if (days.length === 0) return;
    const tip = document.createElement("p");
    tip.className = "tip";
    tip.hidden = true;
    tip.setAttribute("aria-live", "polite");
    bars.append(tip);
    svg.setAttribute("tabindex", "0");
    let current = -1;
    const show = (index) => {
      days[current]?.classList.remove("active");
      current = index;
      const day = days[index];
      tip.hidden = !day;
      if (!day) return;
      day.classList.add("active");
      tip.textContent = day.dataset.text;
    };
    for (const [index, day] of days.entries()) {
      const title = day.querySelector("title");
      // The tooltip of the browser would cover that of the page.
      day.dataset.text = title.textContent;
      title.remove();
      day.addEventListener("pointerenter", () => show(index));
    }
    svg.addEventListener("pointerleave", () => show(-1));
    svg.addEventListener("blur", () => show(-1));
    svg.addEventListener("focus", () => show(days.length - 1));
    svg.addEventListener("keydown", (event) => {
      const last = days.length - 1;
      const at = current < 0 ? last : current;
      // The newest day is at the end of the line, which is on the left in Arabic.
      const step = document.dir === "rtl" ? -1 : 1;
      const moves = { ArrowLeft: at - step, ArrowRight: at + step, Home: 0, End: last };
      if (event.key in moves) show(Math.min(Math.max(moves[event.key], 0), last));
      else if (event.key === "Escape") show(-1);
      else if (event.key === "Enter") {
        const details = bars.querySelector("details");
        if (!details) return;
        details.open = true;
        details.querySelector("a").focus();
      } else return;
      event.preventDefault();
    });
  }

  /** Takes the content of the new document over, and keeps focus, scrolling and what is open. */
  async function refresh() {
    // The copy in a cache is the one that is on the screen.
    const response = await fetch(location.href, { headers: { accept: "text/html" }, cache: "no-cache" });
    if (!response.ok) return;
    const next = new DOMParser().parseFromString(await response.text(), "text/html");
    const content = next.getElementById("content");
    if (!content) return;
    const focused = document.activeElement?.closest("[id]")?.id;
    const open = [...document.querySelectorAll("main li[id]:has(details[open])")].map(({ id }) => id);
    document.getElementById("content").replaceWith(content);
    document.querySelector(".as-of").textContent = next.querySelector(".as-of").textContent;
    for (const id of open) {
      const details = document.getElementById(id)?.querySelector("details");
      if (details) details.open = true;
    }
    if (focused) document.getElementById(focused)?.focus();
    enable();
  }

  function enable() {
    for (const bars of document.querySelectorAll(".bars")) enableBars(bars);
  }

  enable();
  const { events, version } = document.body.dataset;
  if (!events) return;
  let shown = version;
  const source = new EventSource(events);
  source.addEventListener("page", ({ data }) => {
    if (data === shown) return;
    shown = data;
    refresh().catch(() => {
      shown = "";
    });
  });
  // A page that is open for days says when it was read last.
  setInterval(() => document.hidden || refresh().catch(() => {}), 300_000);
})();
