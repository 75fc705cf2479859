import type { BodyOf } from "@vedette/contract/common/endpoint.ts";
import type { Endpoints } from "@vedette/contract/endpoints.ts";
import type { PasskeySignIn } from "@vedette/contract/people/passkeys.ts";
import { createApi, dataOf } from "./client.ts";

/** Sign-up, sign-in and sign-out requests. The session is an HttpOnly cookie that scripts cannot read. */
export type PeopleApi = ReturnType<typeof createPeopleApi>;
export type NewPerson = Pick<BodyOf<Endpoints["POST /api/auth/sign-up"]>, "name" | "email" | "password">;

const TIMEOUT_MS = 30_000;

export function createPeopleApi(fetch: typeof window.fetch) {
  const api = createApi((url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }));
  return {
    state: () => dataOf(api.GET("/api/auth/session")),
    setUp: (token: string, person: NewPerson) =>
      dataOf(api.POST("/api/auth/set-up", { body: { ...person, token } })),
    signUp: (invitation_token: string | null, person: NewPerson) =>
      dataOf(api.POST("/api/auth/sign-up", { body: { ...person, invitation_token } })),
    /** `link` is the fragment of the link in the email: `token` or `token.invitationToken`. */
    verifySignUp(link: string, password: string) {
      const [token = "", invitation_token = null] = link.split(".");
      return dataOf(api.POST("/api/auth/sign-up/verify", { body: { token, password, invitation_token } }));
    },
    signIn: (email: string, password: string) =>
      dataOf(api.POST("/api/auth/sign-in", { body: { email, password } })),
    sendCode: (code: string, recovery: boolean) =>
      dataOf(api.POST("/api/auth/sign-in/code", { body: { code, recovery } })),
    /** Returns the URL of the identity provider to which the address belongs. */
    startSingleSignOn: (email: string) => dataOf(api.POST("/api/auth/sso", { body: { email } })),
    passkeyOptions: () => dataOf(api.POST("/api/auth/sign-in/passkey/options")),
    signInWithPasskey: (body: PasskeySignIn) => dataOf(api.POST("/api/auth/sign-in/passkey", { body })),
    signOut: () => dataOf(api.POST("/api/auth/sign-out")),
    requestPasswordReset: (email: string) =>
      dataOf(api.POST("/api/auth/password/reset-mail", { body: { email } })),
    resetPassword: (token: string, password: string) =>
      dataOf(api.POST("/api/auth/password/reset", { body: { token, password } })),
    changeName: (name: string) => dataOf(api.POST("/api/auth/profile", { body: { name } })),
    changeEmail: (email: string, password: string, code: string) =>
      dataOf(api.POST("/api/auth/email", { body: { email, password, code: code || null } })),
    confirmEmail: (token: string) => dataOf(api.POST("/api/auth/email/confirm", { body: { token } })),
    /** Ends all other sessions. */
    changePassword: (current_password: string, new_password: string) =>
      dataOf(api.POST("/api/auth/password", { body: { current_password, new_password } })),
    addApp: (password: string) => dataOf(api.POST("/api/auth/two-factor", { body: { password } })),
    confirmApp: (code: string) => dataOf(api.POST("/api/auth/two-factor/confirm", { body: { code } })),
    removeApp: (password: string, code: string) =>
      dataOf(api.POST("/api/auth/two-factor/remove", { body: { password, code: code || null } })),
    renewRecoveryCodes: (password: string, code: string) =>
      dataOf(api.POST("/api/auth/two-factor/recovery-codes", { body: { password, code: code || null } })),
    acceptInvitation: (token: string) => dataOf(api.POST("/api/v1/invitations/accept", { body: { token } })),
    /** Reads and changes the consent of an alert recipient, identified by the token of an email link. */
    readRecipient: (token: string) => dataOf(api.POST("/api/v1/mail-recipients/read", { body: { token } })),
    confirmRecipient: (token: string) =>
      dataOf(api.POST("/api/v1/mail-recipients/confirm", { body: { token } })),
    refuseRecipient: (token: string, everywhere: boolean) =>
      dataOf(api.POST("/api/v1/mail-recipients/refuse", { body: { token, everywhere } })),
    /** Returns the URL of the OpenID Connect provider. */
    startOidc: () => dataOf(api.POST("/api/auth/oidc")),
  };
}
