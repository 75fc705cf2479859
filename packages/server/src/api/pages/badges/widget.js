// Inserts the widget of a status page after its own <script> element, as a frame without scripts.
(() => {
  const script = document.currentScript;
  if (!script) return;
  const address = new URL(script.src);
  address.pathname = address.pathname.replace(/\/embed\.js$/, "/embed");
  const frame = document.createElement("iframe");
  frame.src = address.href;
  frame.title = script.dataset.title || "Status";
  frame.loading = "lazy";
  frame.referrerPolicy = "no-referrer";
  frame.setAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox");
  frame.style.cssText = "border:0;width:100%;max-width:24rem;height:9rem";
  script.after(frame);
})();
