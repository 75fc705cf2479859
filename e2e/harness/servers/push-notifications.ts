import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Push messages and notifications of the service worker of a page, in a browser that allows notifications. */

type Shown = { title: string; tag: string; actions: string[] };

async function workerOf(page: Page) {
  await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
  const context = page.context();
  return context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker", { timeout: 10_000 }));
}

/** Delivers a message as the browser does after it has decrypted one of its push service. */
export async function deliverPush(page: Page, data: string): Promise<Shown[]> {
  await workerOf(page);
  const client = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    client.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ isDeleted }) => !isDeleted);
      if (found) resolve(found.registrationId);
    });
  });
  await client.send("ServiceWorker.enable");
  const registrationId = await registration;
  await client.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId,
    data,
  });
  await expect.poll(() => shownNotifications(page)).not.toEqual([]);
  return shownNotifications(page);
}

export function shownNotifications(page: Page): Promise<Shown[]> {
  return page.evaluate<Shown[]>(`navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications())
    .then((all) => all.map(({ title, tag, actions }) => ({ title, tag, actions: actions.map(({ action }) => action) })))`);
}

/** No protocol of Chromium clicks a notification, so the worker gets the event that a click makes, with the notification. */
export async function clickNotification(page: Page, action: string): Promise<void> {
  const worker = await workerOf(page);
  await worker.evaluate(`self.registration.getNotifications().then(([notification]) => {
    const event = new NotificationEvent("notificationclick", { notification, action: ${JSON.stringify(action)} });
    let work = Promise.resolve();
    Object.defineProperty(event, "waitUntil", { value: (promise) => { work = promise; } });
    self.dispatchEvent(event);
    return work;
  })`);
}
