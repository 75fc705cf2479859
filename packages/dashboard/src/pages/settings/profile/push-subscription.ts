import { t } from "../../../language/t.ts";

/** The push subscription of this browser. */

/** The browser did not subscribe. The message is a text for the person. */
export class SubscribeError extends Error {}

export async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Asks for the permission and subscribes. Throws a `SubscribeError` if the browser does not. */
export async function subscribe(publicKey: string): Promise<PushSubscription> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new SubscribeError(
      t("This browser blocks notifications of this site. Allow them in its settings, then try again."),
    );
  await navigator.serviceWorker.register("/service-worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch (cause) {
    // In a private window, without a push service, or if it cannot be reached. The reason is the browser's, in English.
    if (!(cause instanceof DOMException)) throw cause;
    throw new SubscribeError(
      t("This browser did not register with its push service ({reason}). Private windows have none.", {
        reason: cause.message,
      }),
      { cause },
    );
  }
}

/** Hexadecimal, as the API returns it. */
export async function hashEndpoint(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The body of `POST /api/v1/push-devices`. */
export function toDeviceBody(subscription: PushSubscription) {
  const { endpoint = "", keys } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
}
