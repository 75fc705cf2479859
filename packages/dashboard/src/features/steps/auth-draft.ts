import type { ApiStep } from "@vedette/contract/api-monitors/api-steps.ts";

/** State of the authentication of a request in a form. The texts survive a change of the type. */
export type AuthDraft = {
  type: "none" | "basic" | "bearer";
  username: string;
  password: string;
  token: string;
};

export function authDraft(auth: ApiStep["auth"]): AuthDraft {
  return { type: "none", username: "", password: "", token: "", ...auth };
}

export function authBody({ type, username, password, token }: AuthDraft): ApiStep["auth"] {
  if (type === "basic") return { type, username, password };
  return type === "bearer" ? { type, token } : null;
}
