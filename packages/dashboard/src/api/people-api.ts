import type { RecipientDecision } from "@vedette/contract/alerts/mail-recipients.ts";
import type { SignInState } from "@vedette/contract/people/people.ts";
import { send } from "./request.ts";

/** Sign-up, sign-in and sign-out requests. The session is an HttpOnly cookie that scripts cannot read. */
export type PeopleApi = {
  state(): Promise<SignInState>;
  setUp(token: string, person: NewPerson): Promise<void>;
  signUp(invitationToken: string | null, person: NewPerson): Promise<"signed_in" | "verify_email">;
  /** `link` is the fragment of the link in the email: `token` or `token.invitationToken`. */
  verifySignUp(link: string, password: string): Promise<void>;
  signIn(email: string, password: string): Promise<"signed_in" | "code_needed">;
  sendCode(code: string, isRecovery: boolean): Promise<void>;
  signOut(): Promise<void>;
  requestPasswordReset(email: string): Promise<void>;
  resetPassword(token: string, password: string): Promise<void>;
  /** Ends all other sessions. */
  changePassword(current: string, next: string): Promise<void>;
  addApp(password: string): Promise<NewApp>;
  confirmApp(code: string): Promise<void>;
  removeApp(password: string, code: string): Promise<void>;
  renewRecoveryCodes(password: string, code: string): Promise<string[]>;
  acceptInvitation(token: string): Promise<void>;
  /** Reads and changes the consent of an alert recipient, identified by the token of an email link. */
  readRecipient(token: string): Promise<RecipientDecision>;
  confirmRecipient(token: string): Promise<RecipientDecision>;
  refuseRecipient(token: string, everywhere: boolean): Promise<RecipientDecision>;
  /** Returns the URL of the OpenID Connect provider. */
  startOidc(): Promise<string>;
};

export type NewPerson = { name: string; email: string; password: string };
export type NewApp = { uri: string; recovery_codes: string[] };

const TIMEOUT_MS = 30_000;

export function createPeopleApi(fetch: typeof window.fetch): PeopleApi {
  async function request<T>(method: "GET" | "POST", path: string, body?: unknown): Promise<T> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await send({ key: null, fetch }, { method, path, body, signal });
    return ((await response.json()) as { data: T }).data;
  }
  const post = async (path: string, body?: unknown): Promise<void> => {
    await request("POST", path, body);
  };

  return {
    state: () => request<SignInState>("GET", "/api/auth/session"),
    setUp: (token, person) => post("/api/auth/set-up", { ...person, token }),
    async signUp(invitation_token, person) {
      const body = { ...person, invitation_token };
      return (await request<{ status: "signed_in" | "verify_email" }>("POST", "/api/auth/sign-up", body))
        .status;
    },
    verifySignUp(link, password) {
      const [token, invitation_token = null] = link.split(".");
      return post("/api/auth/sign-up/verify", { token, password, invitation_token });
    },
    async signIn(email, password) {
      const body = { email, password };
      return (await request<{ status: "signed_in" | "code_needed" }>("POST", "/api/auth/sign-in", body))
        .status;
    },
    sendCode: (code, recovery) => post("/api/auth/sign-in/code", { code, recovery }),
    signOut: () => post("/api/auth/sign-out"),
    requestPasswordReset: (email) => post("/api/auth/password/reset-mail", { email }),
    resetPassword: (token, password) => post("/api/auth/password/reset", { token, password }),
    changePassword: (current_password, new_password) =>
      post("/api/auth/password", { current_password, new_password }),
    addApp: (password) => request<NewApp>("POST", "/api/auth/two-factor", { password }),
    confirmApp: (code) => post("/api/auth/two-factor/confirm", { code }),
    removeApp: (password, code) => post("/api/auth/two-factor/remove", { password, code: code || null }),
    async renewRecoveryCodes(password, code) {
      const path = "/api/auth/two-factor/recovery-codes";
      return (await request<{ recovery_codes: string[] }>("POST", path, { password, code: code || null }))
        .recovery_codes;
    },
    acceptInvitation: (token) => post("/api/v1/invitations/accept", { token }),
    readRecipient: (token) => request<RecipientDecision>("POST", "/api/v1/mail-recipients/read", { token }),
    confirmRecipient: (token) =>
      request<RecipientDecision>("POST", "/api/v1/mail-recipients/confirm", { token }),
    refuseRecipient: (token, everywhere) =>
      request<RecipientDecision>("POST", "/api/v1/mail-recipients/refuse", { token, everywhere }),
    startOidc: async () => (await request<{ url: string }>("POST", "/api/auth/oidc")).url,
  };
}
