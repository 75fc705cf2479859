// Service worker of the dashboard: keeps the shell for a start without a network, and shows notifications. It never answers
// a request of the API, so no data of an organization is stored. Plain JavaScript, because it is served as it is.

const CACHE = "shell-1";
const SHELL = "/";
/** Assets of older builds are deleted beyond this number. */
const CACHED_MAX = 120;
/** Paths of pages that are not the dashboard's. */
const OTHER_PAGES = /^\/(a|api|docs|healthz|internal|mcp|metrics|ping|readyz|status|trace-viewer)(\/|$)/;

self.addEventListener("install", (event) => {
  // A new version takes over at once: pages talk to the API themselves, so none depends on an old worker.
  event.waitUntil(self.skipWaiting());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && !OTHER_PAGES.test(url.pathname)) event.respondWith(openPage(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(loadAsset(request));
});

/** All pages of the dashboard are the same document, so one copy is enough. */
async function openPage(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    const isShell = response.ok && !response.redirected && response.type === "basic";
    if (isShell && response.headers.get("content-type")?.startsWith("text/html"))
      await cache.put(SHELL, response.clone());
    return response;
  } catch (error) {
    const shell = await cache.match(SHELL);
    if (shell === undefined) throw error;
    return shell;
  }
}

/** Names of assets contain a hash of their content, so a stored one is never stale. */
async function loadAsset(request) {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(request);
  if (stored !== undefined) return stored;
  const response = await fetch(request);
  if (response.ok && response.type === "basic") {
    await cache.put(request, response.clone());
    await dropOldest(cache);
  }
  return response;
}

async function dropOldest(cache) {
  const requests = (await cache.keys()).filter((request) => new URL(request.url).pathname !== SHELL);
  await Promise.all(
    requests.slice(0, Math.max(0, requests.length - CACHED_MAX)).map((old) => cache.delete(old)),
  );
}

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data?.json() ?? {}));
});

/** PushPayload of packages/server/src/pipeline/on-call/push/send-web-push.ts. */
async function show({ title, body, kind, url, acknowledge_url: acknowledgeUrl, alert_id: alertId, badge }) {
  const actions = [
    ...(acknowledgeUrl ? [{ action: "acknowledge", title: "Acknowledge" }] : []),
    ...(kind === "test" ? [] : [{ action: "open", title: "Open" }]),
  ];
  await self.registration.showNotification(title ?? "Vedette", {
    body: body ?? "",
    icon: "/icon-192.png",
    // A notification with a tag replaces the earlier one of the alert.
    ...(alertId && { tag: alertId, renotify: kind !== "acknowledged" }),
    requireInteraction: kind === "opened",
    data: { url, acknowledgeUrl },
    actions,
  });
  if (typeof badge !== "number") return;
  if (badge > 0) await self.navigator.setAppBadge?.(badge);
  else await self.navigator.clearAppBadge?.();
}

self.addEventListener("notificationclick", (event) => {
  const { action, notification } = event;
  notification.close();
  event.waitUntil(action === "acknowledge" ? acknowledge(notification) : open(notification.data?.url));
});

async function acknowledge({ title, tag, data }) {
  const url = ownUrl(data?.acknowledgeUrl);
  if (url === null) return open(data?.url);
  try {
    const response = await fetch(url, {
      method: "POST",
      credentials: "omit",
      headers: { "x-acknowledged-by": "notification" },
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    await self.registration.showNotification(`Acknowledged: ${title}`, {
      ...(tag && { tag }),
      icon: "/icon-192.png",
      data: { url: data?.url },
    });
  } catch {
    // The page says what is wrong, and has the button.
    await self.clients.openWindow(url);
  }
}

async function open(target) {
  const url = ownUrl(target) ?? "/";
  const windows = await self.clients.matchAll({ type: "window" });
  const [first] = windows;
  if (first === undefined) return self.clients.openWindow(url);
  await first.focus();
  return first.navigate(url);
}

/** Only pages of this server are opened. */
function ownUrl(text) {
  if (typeof text !== "string" || !URL.canParse(text, self.location.origin)) return null;
  const url = new URL(text, self.location.origin);
  return url.origin === self.location.origin ? url.href : null;
}
