import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A small shop on loopback: login, search, cart, checkout. Switches make it fail like real shops. It does not depend on
 * how a journey runs.
 */
export type WebShop = {
  url: string;
  switches: ShopSwitches;
  /** The requests so far: method and path. */
  readonly requests: string[];
  /** Resets all switches and clears the recorded requests. */
  repair(): void;
  close(): Promise<void>;
};

export type ShopSwitches = {
  /** Removes the pay button. */
  breakButton: boolean;
  /** Disables the pay button. */
  disableButton: boolean;
  changeLook: boolean;
  /** Delay of the product list. */
  slowMs: number;
  throwInConsole: boolean;
  /** Adds an endless loop to the script of each page. */
  hang: boolean;
  /** The URLs that the page at /reach tries to reach by every means that a page has. */
  reachFor: { http: string; stun: string };
};

const HEALTHY: Readonly<ShopSwitches> = {
  breakButton: false,
  disableButton: false,
  changeLook: false,
  slowMs: 0,
  throwInConsole: false,
  hang: false,
  reachFor: { http: "", stun: "" },
};

export const SHOP_PASSWORD = "correct horse";

export async function startWebShop(): Promise<WebShop> {
  const switches = { ...HEALTHY };
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    serve(request, response, switches).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    switches,
    requests,
    repair() {
      Object.assign(switches, HEALTHY);
      requests.length = 0;
    },
    close: () => closeServer(server),
  };
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

const PRODUCTS = ["Red lamp", "Blue lamp", "Chair"];
const SESSION = /(?:^|; )session=([^;]*)/;

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  switches: ShopSwitches,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://shop");
  const form = new URLSearchParams(await readBody(request));
  const user = SESSION.exec(request.headers.cookie ?? "")?.[1] ?? null;
  switch (url.pathname) {
    case "/":
      return page(response, switches, { title: "Shop", body: home(user) });
    case "/login":
      return form.get("password") === SHOP_PASSWORD
        ? redirect(response, "/", `session=${encodeURIComponent(form.get("user") ?? "")}; Path=/; HttpOnly`)
        : page(response, switches, { title: "Login failed", body: `<h1 role="alert">Wrong password</h1>` });
    case "/logout":
      return redirect(response, "/", "session=; Path=/; Max-Age=0");
    case "/search":
      await new Promise((resolve) => setTimeout(resolve, switches.slowMs));
      return page(response, switches, { title: "Search", body: results(url.searchParams.get("q") ?? "") });
    case "/cart":
      return page(response, switches, { title: "Cart", body: cart(switches) });
    case "/checkout":
      return page(response, switches, { title: "Thank you", body: "<h1>Thank you for your order</h1>" });
    case "/controls":
      return page(response, switches, { title: "Controls", body: CONTROLS });
    case "/reach":
      return page(response, switches, { title: "Reach", body: reach(switches.reachFor) });
    case "/api/me":
      response.setHeader("content-type", "application/json");
      response.setHeader("set-cookie", "seen=by-request; Path=/");
      response.end(JSON.stringify({ user, cookies: request.headers.cookie ?? null }));
      return;
    case "/invoice.pdf":
      response.writeHead(200, {
        "content-type": "application/pdf",
        "content-disposition": "attachment; filename=invoice.pdf",
      });
      response.end("%PDF-");
      return;
    case "/cached":
      response.writeHead(200, { "content-type": "text/html", "cache-control": "max-age=3600" });
      response.end("<title>Cached</title>");
      return;
    case "/broken":
      response.writeHead(500, { "content-type": "text/html" });
      response.end("<title>Broken</title><h1>Something went wrong</h1>");
      return;
    case "/never":
      return;
    default:
      response.writeHead(404, { "content-type": "text/html" });
      response.end("<title>Not found</title><h1>Not found</h1>");
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function redirect(response: ServerResponse, to: string, cookie: string): void {
  response.writeHead(303, { location: to, "set-cookie": cookie }).end();
}

function page(
  response: ServerResponse,
  switches: ShopSwitches,
  { title, body }: { title: string; body: string },
): void {
  const color = switches.changeLook ? "#c33" : "#369";
  const scripts = [
    switches.throwInConsole ? `console.error("stock is low"); throw new Error("no such product")` : "",
    switches.hang ? "setTimeout(() => { for (;;); }, 50)" : "",
  ];
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(`<!doctype html><html><head><title>${title}</title>
<style>body { font: 16px sans-serif } header { background: ${color}; height: 80px }</style></head>
<body><header></header>${body}
${scripts.map((script) => `<script>${script}</script>`).join("\n")}</body></html>`);
}

function home(user: string | null): string {
  if (user !== null) {
    return `<h1>Hello ${decodeURIComponent(user).replaceAll("<", "&lt;")}</h1>
<form action="/search"><label>Search <input name="q" type="search"></label><button>Find</button></form>
<a href="/cart">Cart</a>`;
  }
  return `<h1>Welcome</h1><form method="post" action="/login">
<label>User <input name="user"></label><label>Password <input name="password" type="password"></label>
<button>Log in</button></form><button type="button">Help</button>`;
}

function results(query: string): string {
  const found = PRODUCTS.filter((name) => name.toLowerCase().includes(query.toLowerCase()));
  const items = found.map(
    (name) => `<li class="product">${name} <a href="/cart?add=${name}">Add ${name}</a></li>`,
  );
  return `<h1>${found.length} found</h1><ul>${items.join("")}</ul>`;
}

function cart({ breakButton, disableButton }: ShopSwitches): string {
  const pay = breakButton ? "" : `<button${disableButton ? " disabled" : ""}>Pay</button>`;
  return `<h1>Your cart</h1><p id="total" data-currency="EUR">42.50</p>
<form method="post" action="/checkout">${pay}</form><button type="button">Help</button>`;
}

const CONTROLS = `<h1>Controls</h1>
<select id="size"><option value="s">Small</option><option value="l">Large</option></select>
<input id="gift" type="checkbox"><input id="code" value="none"><input id="file" type="file">
<p id="file-name"></p><p id="clicks">0</p><button id="double">Twice</button><p id="hovered">no</p>
<p id="hidden" hidden>Hidden text</p><p id="key"></p><p id="late"></p>
<a id="popup" href="/cart" target="_blank">Open the cart beside</a>
<button id="window" onclick="window.open('/cart')">Open a window</button>
<button id="ask" onclick="document.title = String(confirm('Really?'))">Ask</button>
<a id="download" href="/invoice.pdf">Invoice</a>
<div style="position: relative; width: 200px"><button id="covered">Covered</button>
<div style="position: absolute; inset: 0" class="cover"></div></div>
<script>
  const text = (id, value) => { document.getElementById(id).textContent = value; };
  document.getElementById("double").ondblclick = () => text("clicks", "2");
  document.getElementById("double").onmouseenter = () => text("hovered", "yes");
  document.getElementById("file").onchange = (event) => text("file-name", event.target.files[0].name);
  addEventListener("keydown", (event) => text("key", event.key));
  setTimeout(() => text("late", "here"), 300);
</script>`;

/** A page that lists the URLs that it could reach. */
function reach({ http, stun }: ShopSwitches["reachFor"]): string {
  const metadata = "http://169.254.169.254/";
  return `<p id="reached"></p><p id="state"></p>
<iframe src="${http}/"></iframe><img src="${http}/x.png"><link rel="prefetch" href="${http}/p">
<script>
  const reached = (what) => { document.getElementById("reached").textContent += what + " "; };
  const tries = ["${http}/", "${metadata}"].flatMap((url) => [
    fetch(url).then(() => reached(url)).catch(() => {}),
    fetch(url, { mode: "no-cors" }).then((answer) => answer.ok && reached(url)).catch(() => {}),
    new Promise((resolve) => {
      const socket = new WebSocket(url.replace("http", "ws"));
      socket.onopen = () => { reached(socket.url); resolve(); };
      socket.onerror = resolve;
    }),
  ]);
  const peer = new RTCPeerConnection({ iceServers: [{ urls: "${stun}" }] });
  peer.createDataChannel("x");
  const gathered = new Promise((resolve) => {
    peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && resolve();
    setTimeout(resolve, 1000);
  });
  peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  Promise.all([...tries, gathered]).then(() => { document.getElementById("state").textContent = "done"; });
</script>`;
}
