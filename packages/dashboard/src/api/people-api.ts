import type { RecipientAnswer } from "@vedette/contract/alerts/mail-recipients.ts";
import type { SignInState } from "@vedette/contract/people/people.ts";
import { send } from "./request.ts";

/** Signing up, in and out, as the pages use it. Who is signed in is in a cookie that no script sees. */
export type PeopleApi = {
  state(): Promise<SignInState>;
  setUp(token: string, person: NewPerson): Promise<void>;
  signUp(invitationToken: string | null, person: NewPerson): Promise<"signed_in" | "verify_email">;
  /** By what follows `#` in the mailed link. */
  verifySignUp(link: string, password: string): Promise<void>;
  signIn(email: string, password: string): Promise<"signed_in" | "code_needed">;
  sendCode(code: string, isRecovery: boolean): Promise<void>;
  signOut(): Promise<void>;
  askForReset(email: string): Promise<void>;
  resetPassword(token: string, password: string): Promise<void>;
  /** Every other session ends. */
  changePassword(current: string, next: string): Promise<void>;
  addApp(password: string): Promise<NewApp>;
  confirmApp(code: string): Promise<void>;
  removeApp(password: string, code: string): Promise<void>;
  renewRecoveryCodes(password: string, code: string): Promise<string[]>;
  acceptInvitation(token: string): Promise<void>;
  /** What the link of a mail is about, and what its reader says to that. */
  readRecipient(token: string): Promise<RecipientAnswer>;
  confirmRecipient(token: string): Promise<RecipientAnswer>;
  refuseRecipient(token: string, everywhere: boolean): Promise<RecipientAnswer>;
  /** Where to go to sign in elsewhere. */
  beginElsewhere(): Promise<string>;
};

export type NewPerson = { name: string; email: string; password: string };
export type NewApp = { uri: string; recovery_codes: string[] };

const TIMEOUT_MS = 30_000;

export function createPeopleApi(fetch: typeof window.fetch): PeopleApi {
  async function ask<T>(method: "GET" | "POST", path: string, body?: unknown): Promise<T> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await send({ key: null, fetch }, { method, path, body, signal });
    return ((await answer.json()) as { data: T }).data;
  }
  const post = async (path: string, body?: unknown): Promise<void> => {
    await ask("POST", path, body);
  };

  return {
    state: () => ask<SignInState>("GET", "/api/auth/session"),
    setUp: (token, person) => post("/api/auth/set-up", { ...person, token }),
    async signUp(invitation_token, person) {
      const body = { ...person, invitation_token };
      return (await ask<{ status: "signed_in" | "verify_email" }>("POST", "/api/auth/sign-up", body)).status;
    },
    verifySignUp(link, password) {
      const [token, invitation_token = null] = link.split(".");
      return post("/api/auth/sign-up/verify", { token, password, invitation_token });
    },
    async signIn(email, password) {
      const body = { email, password };
      return (await ask<{ status: "signed_in" | "code_needed" }>("POST", "/api/auth/sign-in", body)).status;
    },
    sendCode: (code, recovery) => post("/api/auth/sign-in/code", { code, recovery }),
    signOut: () => post("/api/auth/sign-out"),
    askForReset: (email) => post("/api/auth/password/reset-mail", { email }),
    resetPassword: (token, password) => post("/api/auth/password/reset", { token, password }),
    changePassword: (current_password, new_password) =>
      post("/api/auth/password", { current_password, new_password }),
    addApp: (password) => ask<NewApp>("POST", "/api/auth/two-factor", { password }),
    confirmApp: (code) => post("/api/auth/two-factor/confirm", { code }),
    removeApp: (password, code) => post("/api/auth/two-factor/remove", { password, code: code || null }),
    async renewRecoveryCodes(password, code) {
      const path = "/api/auth/two-factor/recovery-codes";
      return (await ask<{ recovery_codes: string[] }>("POST", path, { password, code: code || null }))
        .recovery_codes;
    },
    acceptInvitation: (token) => post("/api/v1/invitations/accept", { token }),
    readRecipient: (token) => ask<RecipientAnswer>("POST", "/api/v1/mail-recipients/read", { token }),
    confirmRecipient: (token) => ask<RecipientAnswer>("POST", "/api/v1/mail-recipients/confirm", { token }),
    refuseRecipient: (token, everywhere) =>
      ask<RecipientAnswer>("POST", "/api/v1/mail-recipients/refuse", { token, everywhere }),
    beginElsewhere: async () => (await ask<{ url: string }>("POST", "/api/auth/oidc")).url,
  };
}
