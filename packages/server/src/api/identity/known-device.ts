import { randomBytes } from "node:crypto";
import type { PersonId } from "@vedette/contract/common/ids.ts";
import { cookiePrefix, readCookie, sign, unsign } from "./session-cookie.ts";
import type { Visitor } from "./visitor.ts";

/**
 * A browser in which a user has signed in before, identified by a signed cookie that outlives the session.
 * The cookie does not authenticate. Failed passwords of such a browser are counted separately, so guesses
 * from elsewhere do not lock out the account's owner. Source: OWASP, "Slow Down Online Guessing Attacks with
 * Device Cookies".
 */
export type KnownDevices = {
  /** Returns the id of the visitor's browser if `personId` has signed in there, else null. */
  find(visitor: Visitor, personId: PersonId): string | null;
  /** Returns the `Set-Cookie` header that marks a browser as known for `personId`. */
  remember(personId: PersonId): string;
};

const DEVICE_COOKIE_SECONDS = 180 * 86_400;
const DEVICE_ID_BYTES = 16;

export function createKnownDevices({
  secret,
  publicUrl,
}: {
  secret: string;
  publicUrl: string | null;
}): KnownDevices {
  const { prefix, isSecure } = cookiePrefix(publicUrl);
  const name = `${prefix}.device`;
  // Other cookies are signed with the same secret. Without the name, one could be used as another.
  const purpose = "device";

  return {
    find(visitor, personId) {
      const text = unsign(readCookie(visitor.headers.cookie, name), secret);
      const [what, owner, deviceId] = text?.split(":") ?? [];
      return what === purpose && owner === personId && deviceId !== undefined ? deviceId : null;
    },
    remember(personId) {
      const deviceId = randomBytes(DEVICE_ID_BYTES).toString("hex");
      const value = encodeURIComponent(sign(`${purpose}:${personId}:${deviceId}`, secret));
      const attributes = `Max-Age=${DEVICE_COOKIE_SECONDS}; Path=/; HttpOnly; SameSite=Lax`;
      return `${name}=${value}; ${attributes}${isSecure ? "; Secure" : ""}`;
    },
  };
}
